import * as z from 'zod';
import type { Tool, ToolResult, ToolContext } from '../../base/index.js';
import { parseOptions, seam } from '../../base/internal/index.js';
import { LONGEST_TIMER_MS, TimeLimitError, withTimeLimit, limitConcurrency, type Limiter } from '../../io/index.js';

/** Limits of one tool. */
export interface ToolLimits {
  /** The time limit of one call, in milliseconds, without its wait for a slot. Default: only the time limit of the turn. */
  readonly timeoutMs?: number | undefined;
  /**
   * Most calls that run at once, over all rollouts that share the tool; other calls wait for a slot. A rollout waits for at most as
   * many slots at once. A call that runs out of time frees its slot, even if the tool goes on. Default: no limit.
   */
  readonly concurrency?: number | undefined;
  /**
   * Most characters of the tool's answer. Of a longer answer, the policy reads the beginning and the number of missing characters. Default: no
   * limit.
   */
  readonly maxLength?: number | undefined;
}

const limitsSchema = z.strictObject({
  timeoutMs: z.number().positive().max(LONGEST_TIMER_MS).optional(),
  concurrency: z.int().positive().optional(),
  maxLength: z.int().positive().optional(),
});

const toolSchema = seam<Tool>('a Tool', 'execute');

/**
 * Returns the same tool with limits. A call that runs out of time is answered with an error that the policy reads; its signal is
 * aborted, and its later result is ignored.
 *
 * @throws TypeError or RangeError for bad limits.
 * @example
 * const browse = limitTool(browser, { timeoutMs: 20_000, concurrency: 8, maxLength: 20_000 });
 */
export function limitTool(tool: Tool, limits: ToolLimits): Tool {
  parseOptions(toolSchema, tool, 'tool');
  const { timeoutMs, concurrency, maxLength } = parseOptions(limitsSchema, limits, 'limits');
  const limited = concurrency === undefined ? <T>(call: () => Promise<T>) => call() : limitSessions(concurrency);
  const { name, description, parameters } = tool;
  return {
    name,
    description,
    parameters,
    execute(args, context): Promise<ToolResult> {
      return limited(async () => {
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

/** @returns The answer with at most `maxLength` characters of its text, and a note of how many are missing. */
export function cutText(result: ToolResult, maxLength = Infinity): ToolResult {
  if (result.kind === 'unavailable' || result.text.length <= maxLength) return result;
  // Does not cut a surrogate pair.
  const kept = result.text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
  return { ...result, text: `${kept}\n[${result.text.length - kept.length} more characters]` };
}

/**
 * Returns a function that runs at most `atOnce` calls at once. At most `atOnce` calls of a session wait for a slot, so that a turn
 * with a hundred calls delays other sessions no longer than a turn that fills every slot.
 */
function limitSessions(atOnce: number): <T>(call: () => Promise<T>, context: ToolContext) => Promise<T> {
  const limiter = limitConcurrency(atOnce);
  const sessions = new Map<string, { readonly limiter: Limiter; calls: number }>();
  return async (call, { sessionId, signal }) => {
    const session = sessions.get(sessionId) ?? { limiter: limitConcurrency(atOnce), calls: 0 };
    sessions.set(sessionId, session);
    session.calls++;
    try {
      return await session.limiter(() => limiter(call, signal), signal);
    } finally {
      if (--session.calls === 0) sessions.delete(sessionId);
    }
  };
}
