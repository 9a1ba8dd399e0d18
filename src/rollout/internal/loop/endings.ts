import { withTimeLimit, type FollowingController } from '../../../io/index.js';

/** A policy, tool or environment that may keep state for a session. */
interface SessionHolder {
  endSession?(sessionId: string): Promise<void> | void;
}

/**
 * Ends the session of every holder, and waits until they are done, the signal is aborted or `timeoutMs` are over. Errors are
 * ignored: they do not change the result of the session.
 */
export async function endSessions(
  holders: readonly (SessionHolder | undefined)[],
  sessionId: string,
  { signal, timeoutMs }: { readonly signal?: AbortSignal | undefined; readonly timeoutMs: number },
): Promise<void> {
  const ended = Promise.allSettled(holders.map(async (holder) => holder?.endSession?.(sessionId)));
  await withTimeLimit(() => ended, signal, timeoutMs).catch(() => undefined);
}

/**
 * Waits for all promises. If one rejects, the others are aborted and waited for.
 *
 * @param stop - Aborted with the first error.
 * @throws The first error, after the last promise has settled.
 */
export async function settleAll<T>(
  parts: readonly Promise<T>[],
  stop: Pick<FollowingController, 'abort'>,
): Promise<T[]> {
  const failures: unknown[] = [];
  const settled = await Promise.allSettled(
    parts.map((part) =>
      part.catch((error: unknown) => {
        failures.push(error);
        stop.abort(error);
        throw error;
      }),
    ),
  );
  return settled.map((result) => {
    if (result.status === 'fulfilled') return result.value;
    throw failures[0] as Error;
  });
}
