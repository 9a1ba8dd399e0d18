import type { Log } from '../../internal/log.js';

const LOG_EVERY_MS = 1000;

/** Counts entries of Redis that are not valid and were skipped. */
export class Skipped {
  #count = 0;
  #loggedAt = -Infinity;

  constructor(private readonly log: Log = () => {}) {}

  get count(): number {
    return this.#count;
  }

  /** Logs a skipped entry, at most once a second. */
  add(where: string, why: string): void {
    this.#count++;
    if (performance.now() < this.#loggedAt + LOG_EVERY_MS) return;
    this.#loggedAt = performance.now();
    this.log('warn', 'skipped', { where, why: why.slice(0, 300), count: this.#count });
  }
}
