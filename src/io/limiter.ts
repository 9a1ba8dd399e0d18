import { giveUpOnAbort } from './aborts.js';

/** Runs a task when it is its turn and settles as it does; rejects with the signal's reason when aborted before. */
export type Limiter = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** @returns What runs tasks, at most so many at once, in the order they came. */
export function limitConcurrency(atOnce: number): Limiter {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  const enter = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (free > 0) {
      free--;
      return;
    }
    let start: () => void = () => {};
    const turn = new Promise<void>((resolve) => (start = resolve));
    waiting.push(start);
    try {
      await giveUpOnAbort(turn, signal);
    } catch (error) {
      const at = waiting.indexOf(start);
      // Who is let in at the very moment of giving up lets the next one in.
      if (at < 0) leave();
      else waiting.splice(at, 1);
      throw error;
    }
  };
  // The place passes straight to the next in line.
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };
  return async (task, signal) => {
    await enter(signal);
    try {
      return await task();
    } finally {
      leave();
    }
  };
}
