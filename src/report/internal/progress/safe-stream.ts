import * as z from 'zod';

/** What the display writes to: any Node stream will do. */
export interface ProgressStream {
  /** Takes the next piece of text. */
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Tells of a stream that broke. */
  on?(event: 'error', listener: (error: Error) => void): unknown;
}

export const streamSchema = z.custom<ProgressStream>(
  (value) => typeof (value as ProgressStream | null)?.write === 'function',
  'expected a stream',
);

/** Streams that already have our listener; it stays, because the error of a last write comes after closing. */
const guarded = new WeakMap<ProgressStream, { broken: boolean }>();

/**
 * @returns A writer that never throws: a reader that went away (EPIPE, a closed terminal) must not end a training run.
 *   After the stream's first error it writes nothing more.
 */
export function createSafeWriter(stream: ProgressStream): (text: string) => void {
  let state = guarded.get(stream);
  if (state === undefined) {
    const fresh = { broken: false };
    guarded.set(stream, fresh);
    stream.on?.('error', () => {
      fresh.broken = true;
    });
    state = fresh;
  }
  const current = state;
  return (text) => {
    if (current.broken) return;
    try {
      stream.write(text);
    } catch {
      current.broken = true;
    }
  };
}

/** @returns Standard error; in a browser the console, one line a write. */
export function standardError(): ProgressStream {
  const stream = (globalThis.process as typeof process | undefined)?.stderr;
  return stream ?? { write: (text) => console.error(text.trimEnd()) };
}
