import type { Redis } from 'ioredis';
import { SandboxError } from '../../../base/index.js';
import { delay } from '../../../io/index.js';
import { readResult } from './entries.js';
import type { RawEntry } from './entries.js';
import type { PendingCalls } from './pending-calls.js';
import type { ProducerSessions } from './producer-sessions.js';
import type { Skipped } from './skipped.js';

const READ_BLOCK_MS = 1000;
const READ_COUNT = 512;
const REST_MS = 100;

/** Reads one producer's stream of results, whatever else lies in it. */
export class ResultsReader {
  #last = '0-0';
  #closed = false;
  #reading: Promise<void> | undefined;

  constructor(
    /** Waits for results; what else there is to do goes over the other one. */
    private readonly reader: Redis,
    private readonly commands: Redis,
    private readonly key: string,
    private readonly pending: PendingCalls,
    private readonly sessions: Pick<ProducerSessions, 'lose' | 'own' | 'disown'>,
    private readonly skipped: Skipped,
  ) {}

  start(): void {
    this.#reading = this.#read();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.reader.disconnect();
    await this.#reading;
  }

  /** Settles what has a result in Redis now. */
  async readAll(): Promise<void> {
    for (const entry of (await this.commands.xrange(this.key, '-', '+')) as RawEntry[]) this.#settle(entry);
  }

  async #read(): Promise<void> {
    while (!this.#closed) {
      try {
        const from = ['BLOCK', READ_BLOCK_MS, 'STREAMS', this.key, this.#last] as const;
        const answer = await this.reader.xread('COUNT', READ_COUNT, ...from);
        const entries = (answer?.[0]?.[1] ?? []) as RawEntry[];
        if (entries.length === 0) continue;
        this.#last = entries.at(-1)![0];
        for (const entry of entries) this.#settle(entry);
        void this.commands.xtrim(this.key, 'MINID', this.#last).catch(() => 0);
      } catch (error) {
        if (!this.#closed) await this.#recover(String(error));
      }
    }
  }

  async #recover(error: string): Promise<void> {
    if (error.includes('WRONGTYPE')) {
      // Nobody else has business under this name: it is taken away, and workers can answer again.
      this.skipped.add(this.key, error);
      await this.commands.del(this.key).catch(() => 0);
      this.#last = '0-0';
    }
    await delay(REST_MS);
  }

  #settle(entry: RawEntry): void {
    const answer = readResult(entry);
    if (answer.kind === 'lost') return this.sessions.lose(answer.session, answer.reason);
    if (answer.kind === 'result') {
      const { id, result, place } = answer;
      const isWanted = this.pending.settle(id, { result, place });
      if (place === undefined) return;
      return isWanted ? this.sessions.own(place) : this.sessions.disown(place);
    }
    this.skipped.add(this.key, answer.reason);
    const why = `what lies in Redis as its result is none: ${answer.reason}`;
    this.pending.fail(answer.id, new SandboxError(why, { retryable: true }));
  }
}
