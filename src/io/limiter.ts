/**
 * Runs tasks, at most so many at once, in the order they came.
 *
 * @returns A function that takes a task and settles as it does.
 */
export function limitConcurrency(atOnce: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      // The place passes straight to the next in line.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
