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

  constructor(private readonly counts: Pick<RunningCounts, 'requests' | 'refused'>) {}

  /** Counts a refusal; other errors are not. */
  note(error: unknown): void {
    if (!(error instanceof Refusal)) return;
    this.counts.refused++;
    if (LASTING.has(error.code) && this.texts.length < MOST_KEPT) this.texts.push(error.message.slice(0, LONGEST));
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
