import * as z from 'zod';
import type { Tool, ToolResult } from '../../base/index.js';
import { parseOptions, seam } from '../../base/internal/index.js';
import { LONGEST_TIMER_MS, TimeLimitError, withTimeLimit } from '../../io/index.js';
import { cutText, timedOut } from './internal/limited-result.js';
import { limitSessions } from './internal/session-turns.js';

/** What one tool may use. */
export interface ToolLimits {
  /** Of one call, in milliseconds, from where it has its place on; default none but the turn's. */
  readonly timeoutMs?: number | undefined;
  /**
   * Calls at once, of all rollouts that share the tool; the others wait, and those of one rollout in line for no more than so many places.
   * A call that had its time gives up its place, also where the tool goes on. Default no limit.
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
 * @returns The same tool within limits. A call that runs out of time is answered with an error that the policy reads, as a
 *   program that does; its signal is aborted, and what it comes to later is not heard.
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
