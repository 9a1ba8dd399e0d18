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
const RETRY_MS = 100;

/**
 * Reads one producer's stream of results and skips anything else in it.
 *
 * If the key has a value of another type, the reader leaves it there: workers replace it when they write a result, and
 * deleting it from here could delete a result that a worker has just written.
 */
export class ResultsReader {
  #last = '0-0';
  #closed = false;
  #reading: Promise<void> | undefined;

  constructor(
    /** Blocks until there are results; other commands use `commands`. */
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

  /** Settles every call that has a result in Redis now. */
  async readAll(): Promise<void> {
    const entries = await this.commands.xrange(this.key, '-', '+').catch((error: unknown) => {
      if (isWrongType(error)) return [];
      throw error;
    });
    for (const entry of entries as RawEntry[]) this.#settle(entry);
  }

  async #read(): Promise<void> {
    while (!this.#closed) {
      try {
        const from = ['BLOCK', READ_BLOCK_MS, 'STREAMS', this.key, this.#last] as const;
        const answer = await this.reader.xread('COUNT', READ_COUNT, ...from);
        const entries = (answer?.[0]?.[1] ?? []) as RawEntry[];
        if (entries.length === 0) continue;
        this.#last = entries.at(-1)![0];
        for (const entry of entries) {
          const why = this.#settle(entry);
          if (why !== undefined) this.skipped.add(this.key, why);
        }
        void this.commands.xtrim(this.key, 'MINID', this.#last).catch(() => 0);
      } catch (error) {
        if (this.#closed) return;
        if (isWrongType(error)) {
          this.skipped.add(this.key, String(error));
          this.#last = '0-0';
        }
        await delay(RETRY_MS);
      }
    }
  }

  /** @returns The reason why a broken entry is no result; undefined for other entries. The audit reads it again, so only the reader counts it. */
  #settle(entry: RawEntry): string | undefined {
    const answer = readResult(entry);
    switch (answer.kind) {
      case 'lost':
        this.sessions.lose(answer.session, answer.reason);
        return undefined;
      case 'result': {
        const { id, result, place } = answer;
        const isWanted = this.pending.settle(id, { result, place });
        if (place === undefined) return undefined;
        if (isWanted) this.sessions.own(place);
        else this.sessions.disown(place);
        return undefined;
      }
      default:
        this.pending.fail(
          answer.id,
          new SandboxError(`the result in Redis is invalid: ${answer.reason}`, { retryable: true }),
        );
        return answer.reason;
    }
  }
}

const isWrongType = (error: unknown): boolean => String(error).includes('WRONGTYPE');
