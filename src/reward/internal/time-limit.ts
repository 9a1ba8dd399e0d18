/**
 * Runs a call under the caller's signal and a time limit; the call's own signal aborts at whichever comes first. The
 * wait ends then even if the call ignores it.
 *
 * @throws CallTimedOut after the time; the signal's reason when aborted; what the call throws.
 */
export async function withTimeLimit<T>(
  call: (signal: AbortSignal) => T | Promise<T>,
  signal: AbortSignal | undefined,
  timeoutMs: number | undefined,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => controller.abort(new CallTimedOut(timeoutMs)), timeoutMs);
  try {
    return await Promise.race([aborted(controller.signal), Promise.resolve(call(controller.signal))]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** A call had its time. */
export class CallTimedOut extends Error {
  constructor(readonly timeoutMs: number) {
    super(`no result within ${timeoutMs} ms`);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
