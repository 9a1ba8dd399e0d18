import type { FollowingController } from '../../../io/index.js';

/**
 * Waits for all parts of a whole that is lost with one of them: the others must not go on for nothing, and are waited for.
 *
 * @param stop - Aborted with what the first part failed with.
 * @throws That, after the last part has ended.
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
