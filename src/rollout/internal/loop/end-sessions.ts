import { withTimeLimit } from '../../../io/index.js';

/** Keeps something for a session. */
interface SessionHolder {
  endSession?(sessionId: string): Promise<void> | void;
}

/**
 * Tells all holders that the session is over, and waits until they are done; no longer than `timeoutMs`, or than until the signal is
 * aborted. One that cannot clean up has not changed the result of the session.
 */
export async function endSessions(
  holders: readonly (SessionHolder | undefined)[],
  sessionId: string,
  { signal, timeoutMs }: { readonly signal?: AbortSignal | undefined; readonly timeoutMs: number },
): Promise<void> {
  const ended = Promise.allSettled(holders.map(async (holder) => holder?.endSession?.(sessionId)));
  await withTimeLimit(() => ended, signal, timeoutMs).catch(() => undefined);
}
