import type { Redis } from 'ioredis';
import type { SandboxResult } from '../../../base/index.js';
import type { RawEntry } from './entries.js';
import { cellsKey, KEEP_RESULTS_SECONDS, producerKey, resultsKey } from './keys.js';
import { ANSWER_CELL, KEEP_CELLS } from './scripts.js';

const READ_COUNT = 64;

/** The owner of a session. */
export interface SessionOwner {
  readonly namespace: string;
  /** The producer that has it. */
  readonly reply: string;
}

/** A worker's streams of cells: one for each namespace in which it has sessions. */
export class CellStreams {
  constructor(
    private readonly redis: Redis,
    private readonly worker: string,
  ) {}

  /** Creates or renews a stream for so long from now. A value of another type under its key is deleted. */
  async keep(namespace: string, leaseMs: number): Promise<void> {
    await this.redis.eval(KEEP_CELLS, 1, this.#key(namespace), leaseMs);
  }

  /**
   * Waits for new messages, for a while.
   *
   * @param last - Of each namespace the last entry that was read.
   */
  async read(
    reader: Redis,
    last: ReadonlyMap<string, string>,
    waitMs: number,
  ): Promise<{ readonly namespace: string; readonly raw: RawEntry }[]> {
    const namespaces = [...last.keys()];
    const keys = namespaces.map((namespace) => this.#key(namespace));
    const wait = ['COUNT', READ_COUNT, 'BLOCK', waitMs, 'STREAMS'] as const;
    const answer = (await reader.xread(...wait, ...keys, ...last.values())) as
      [key: string, entries: RawEntry[]][] | null;
    return (answer ?? []).flatMap(([key, entries]) =>
      entries.map((raw) => ({ namespace: namespaces[keys.indexOf(key)]!, raw })),
    );
  }

  /** Removes a message that needs no answer. */
  async remove(namespace: string, entry: string): Promise<void> {
    await this.redis.xdel(this.#key(namespace), entry);
  }

  /** Answers a cell and removes it. */
  answer(owner: SessionOwner, entry: string, id: string, result: SandboxResult): Promise<void> {
    return this.#say(owner, entry, ['id', id, 'result', JSON.stringify(result)]);
  }

  /** Reports a session as lost, and removes the message that asked for it, if there is one. */
  tellLost(owner: SessionOwner, session: string, reason: string, entry = '0-0'): Promise<void> {
    return this.#say(owner, entry, ['lost', JSON.stringify({ session, reason: reason.slice(0, 1000) })]);
  }

  async drop(namespace: string): Promise<void> {
    await this.redis.del(this.#key(namespace));
  }

  /** @returns Whether a producer is alive. */
  async isAlive({ namespace, reply }: SessionOwner): Promise<boolean> {
    return (await this.redis.exists(producerKey(namespace, reply))) === 1;
  }

  async #say({ namespace, reply }: SessionOwner, entry: string, fields: readonly string[]): Promise<void> {
    const keys = [this.#key(namespace), resultsKey(namespace, reply)];
    await this.redis.eval(ANSWER_CELL, 2, ...keys, entry, KEEP_RESULTS_SECONDS, ...fields);
  }

  #key(namespace: string): string {
    return cellsKey(namespace, this.worker);
  }
}
