import * as z from 'zod';
import type { Tool, ToolResult, ToolContext } from '../../base/index.js';
import { parseOptions, seam } from '../../base/internal/index.js';
import { LONGEST_TIMER_MS, TimeLimitError, withTimeLimit, limitConcurrency, type Limiter } from '../../io/index.js';

/** What one tool may use. */
export interface ToolLimits {
  /** Of one call, in milliseconds, without its wait for a place; default none but the turn's. */
  readonly timeoutMs?: number | undefined;
  /**
   * Calls at once, of all rollouts that share the tool; the others wait. A rollout waits for no more than so many places at once.
   * A call that runs out of time gives up its place, even if the tool goes on. Default no limit.
   */
  readonly concurrency?: number | undefined;
  /** Characters of the tool's answer; of a longer one the policy reads the beginning, and how much is missing. Default no limit. */
  readonly maxLength?: number | undefined;
}

const limitsSchema = z.strictObject({
  timeoutMs: z.number().positive().max(LONGEST_TIMER_MS).optional(),
  concurrency: z.int().positive().optional(),
  maxLength: z.int().positive().optional(),
});

const toolSchema = seam<Tool>('a Tool', 'execute');

/**
 * @returns The same tool within limits. A call that runs out of time is answered with an error that the policy reads; its
 *   signal is aborted, and its later result is ignored.
 * @throws TypeError or RangeError for bad limits.
 * @example
 * const browse = limitTool(browser, { timeoutMs: 20_000, concurrency: 8, maxLength: 20_000 });
 */
export function limitTool(tool: Tool, limits: ToolLimits): Tool {
  parseOptions(toolSchema, tool, 'tool');
  const { timeoutMs, concurrency, maxLength } = parseOptions(limitsSchema, limits, 'limits');
  const inTurn = concurrency === undefined ? <T>(call: () => Promise<T>) => call() : limitSessions(concurrency);
  const { name, description, parameters } = tool;
  return {
    ...{ name, description, parameters },
    execute(args, context): Promise<ToolResult> {
      return inTurn(async () => {
        const call = (signal: AbortSignal) => tool.execute(args, { ...context, signal });
        try {
          return cutText(await withTimeLimit(call, context.signal, timeoutMs), maxLength);
        } catch (error) {
          if (!(error instanceof TimeLimitError) || context.signal?.aborted === true) throw error;
          return timedOut(error);
        }
      }, context);
    },
    ...(tool.endSession === undefined ? {} : { endSession: (sessionId: string) => tool.endSession!(sessionId) }),
  };
}

/** @returns The answer to a call that ran out of time. */
export function timedOut({ timeoutMs }: TimeLimitError): ToolResult {
  return { kind: 'error', text: `TimeoutError: no answer within ${timeoutMs} ms.`, durationMs: timeoutMs };
}

/** @returns An answer with at most so many characters of its text, and how many are missing. */
export function cutText(result: ToolResult, maxLength = Infinity): ToolResult {
  if (result.kind === 'unavailable' || result.text.length <= maxLength) return result;
  // Not between the two halves of a character.
  const kept = result.text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
  return { ...result, text: `${kept}\n[${result.text.length - kept.length} more characters]` };
}

/**
 * @returns A function that runs calls, at most so many at once. At most so many calls of one session wait for a place, so that a
 *   turn of a hundred calls delays other sessions no longer than a turn that fills every place.
 */
function limitSessions(atOnce: number): <T>(call: () => Promise<T>, context: ToolContext) => Promise<T> {
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
