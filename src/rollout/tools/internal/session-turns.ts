import type { ToolContext } from '../../../base/index.js';
import { limitConcurrency, type Limiter } from '../../../io/index.js';

/**
 * @returns What runs calls, at most so many at once. No more than so many of one session stand in line with those of others: a turn of a
 *   hundred calls holds the others up for as long as one that fills every place.
 */
export function limitSessions(atOnce: number): <T>(call: () => Promise<T>, context: ToolContext) => Promise<T> {
  const everyone = limitConcurrency(atOnce);
  const sessions = new Map<string, { readonly inTurn: Limiter; calls: number }>();
  return async (call, { sessionId, signal }) => {
    const session = sessions.get(sessionId) ?? { inTurn: limitConcurrency(atOnce), calls: 0 };
    sessions.set(sessionId, session);
    session.calls++;
    try {
      return await session.inTurn(() => everyone(call, signal), signal);
    } finally {
      if (--session.calls === 0) sessions.delete(sessionId);
    }
  };
}
