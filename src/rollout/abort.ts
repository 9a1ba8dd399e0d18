/**
 * Waits for a promise, but no longer than until the signal aborts: what is behind a seam may ignore its signal.
 *
 * @throws The signal's reason when aborted first.
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(abortReason(signal));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}

/** Resolves after a time. @throws The signal's reason when aborted before. */
export async function abortableDelay(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await untilAborted(timeout, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** The reason as something to throw; callers may abort with any value. */
export function abortReason(signal: AbortSignal): Error {
  return signal.reason as Error;
}
