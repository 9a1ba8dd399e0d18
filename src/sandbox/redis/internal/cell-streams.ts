import type { Redis } from 'ioredis';
import type { SandboxResult } from '../../../base/index.js';
import type { RawEntry } from './entries.js';
import { cellsKey, KEEP_RESULTS_SECONDS, producerKey, resultsKey } from './keys.js';
import { ANSWER_CELL, KEEP_CELLS } from './scripts.js';

const READ_COUNT = 64;

/** Whom a worker says something to about a session. */
export interface SessionOwner {
  readonly namespace: string;
  /** The producer that has it. */
  readonly reply: string;
}

/** One worker's streams of cells, one a namespace that it holds sessions of. */
export class CellStreams {
  constructor(
    private readonly redis: Redis,
    private readonly worker: string,
  ) {}

  /** Says that we are there to be written to, for so long from now. What is in the stream's place is taken away. */
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

  /** Takes a message out that needs no answer. */
  async remove(namespace: string, entry: string): Promise<void> {
    await this.redis.xdel(this.#key(namespace), entry);
  }

  /** Answers a cell, and takes it out. */
  answer(owner: SessionOwner, entry: string, id: string, result: SandboxResult): Promise<void> {
    return this.#say(owner, entry, ['id', id, 'result', JSON.stringify(result)]);
  }

  /** Says that a session is lost, and takes out the message that it answers, if it answers one. */
  tellLost(owner: SessionOwner, session: string, reason: string, entry = '0-0'): Promise<void> {
    return this.#say(owner, entry, ['lost', JSON.stringify({ session, reason: reason.slice(0, 1000) })]);
  }

  async drop(namespace: string): Promise<void> {
    await this.redis.del(this.#key(namespace));
  }

  /** @returns Whether a producer says that it is alive. */
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
