import type { Redis } from 'ioredis';
import { callsKey, cancelChannel } from './keys.js';

/** Calls named in one command. */
const AT_ONCE = 1000;

/**
 * Withdraws calls: removes them from the stream, so that no worker takes them, and sends a message to the workers, so that a worker that
 * has one drops it. Calls are collected over one iteration of the event loop, because a whole batch is often withdrawn at once.
 */
export class Withdrawals {
  #entries: string[] = [];
  #scheduled = false;

  constructor(
    private readonly redis: Redis,
    private readonly namespace: string,
  ) {}

  add(entry: string): void {
    this.#entries.push(entry);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => void this.flush());
  }

  async flush(): Promise<void> {
    this.#scheduled = false;
    const entries = this.#entries.splice(0);
    try {
      for (let start = 0; start < entries.length; start += AT_ONCE) {
        const some = entries.slice(start, start + AT_ONCE);
        await Promise.all([
          this.redis.xdel(callsKey(this.namespace), ...some),
          this.redis.publish(cancelChannel(this.namespace), JSON.stringify(some)),
        ]);
      }
    } catch {
      return; // they run unheard
    }
  }
}
