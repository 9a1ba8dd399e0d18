import { TinkerError } from '../tinker-error.js';

/** Requests that are remembered: a server gives a result minutes after it was asked for, not days. */
const MOST_OWNERS = 100_000;

/** Which request each future belongs to: a server that gives one the number of another would have one result taken for both. */
export class FutureOwners {
  /** The oldest first. */
  readonly #owners = new Map<string, string>();

  /**
   * @param owner - Tells the request from all others; the same when it is made again.
   * @throws TinkerError for the number of another request.
   */
  claim(id: string, owner: string, what: string): void {
    const before = this.#owners.get(id);
    if (before !== undefined && before !== owner)
      throw new TinkerError(`${what}: expected a request_id of its own, got ${JSON.stringify(id)} of another request`);
    this.#owners.set(id, owner);
    if (this.#owners.size > MOST_OWNERS) this.#owners.delete(this.#owners.keys().next().value!);
  }

  /** A server that was started anew numbers its futures anew. */
  forget(): void {
    this.#owners.clear();
  }
}
