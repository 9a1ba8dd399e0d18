import type { ModelRequest } from '../../model-request.js';
import { Refusal } from '../refusal.js';
import type { RunningCounts } from './counts.js';

/** Refusals that neither waiting nor a shorter history mends: they show what the agent asks for and does not get. */
const LASTING: ReadonlySet<string> = new Set(['invalid-request', 'not-found', 'too-large']);

/** What is kept of them: an agent may repeat the same request at every turn. */
const MOST_KEPT = 8;
const LONGEST = 500;

/** Counts the refused requests of a session, and keeps why they were refused. */
export class KeptRefusals {
  readonly texts: string[] = [];
  /** Requests that were refused for the moment before they were read, and have not been repeated. */
  #unread = 0;

  constructor(private readonly counts: Pick<RunningCounts, 'requests' | 'refused'>) {}

  /** Counts a refusal; other errors are not. */
  note(error: unknown): void {
    if (!(error instanceof Refusal)) return;
    this.counts.refused++;
    if (LASTING.has(error.code) && this.texts.length < MOST_KEPT) this.texts.push(error.message.slice(0, LONGEST));
  }

  /** Counts a request that is refused for the moment, before it was read. */
  noteUnread(refusal: Refusal): void {
    this.counts.requests++;
    this.#unread++;
    this.note(refusal);
  }

  /** Whether a client repeats a request that was refused before it was read: no answer was drawn for it. */
  isFirstRead({ count, key }: ModelRequest['retry']): boolean {
    if (count === 0 || key !== undefined || this.#unread === 0) return false;
    this.#unread--;
    return true;
  }

  /** Reads a request. @throws What `read` throws; a refusal is counted. */
  reading<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      this.counts.requests++;
      this.note(error);
      throw error;
    }
  }
}
