import { giveUpOnAbort } from './aborts.js';

/** Runs a task when it is its turn and settles as it does; rejects with the signal's reason when aborted before. */
export type Limiter = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** @returns A function that runs tasks in order of arrival, at most `atOnce` at a time. */
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
      // A task that gives up at the moment it may start lets the next one start.
      if (at < 0) leave();
      else waiting.splice(at, 1);
      throw error;
    }
  };
  // The next task in the queue starts now.
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
