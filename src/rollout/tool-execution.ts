import {
  failureCause,
  type FailureCause,
  type JsonValue,
  type Random,
  type Tool,
  type ToolCall,
  type ToolResult,
} from '../base/index.js';
import { abortReason, untilAborted } from './abort.js';
import { withRetries, type ResolvedRetries } from './retries.js';
import type { ParsedToolCall } from './tool-call-parser.js';

/** What running one tool call came to: a call to record, or a failure of the machine that is not the policy's. */
export type ToolExecution =
  | { readonly kind: 'answered'; readonly call: ToolCall }
  | { readonly kind: 'unavailable'; readonly cause: FailureCause };

export interface ToolExecutionContext {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly retry: ResolvedRetries;
  readonly random: Random;
  readonly sessionId: string;
  readonly signal: AbortSignal;
}

/**
 * Answers one parsed tool call. A block that did not parse and a tool that does not exist are answered with the error;
 * a service that is down is tried again and then reported as `unavailable`, never as the policy's error.
 *
 * @throws The signal's reason when aborted.
 */
export async function executeToolCall(
  parsed: ParsedToolCall,
  id: string,
  context: ToolExecutionContext,
): Promise<ToolExecution> {
  if (parsed.kind === 'invalid') return refused(id, '', parsed.raw, parsed.error);
  const tool = context.tools.get(parsed.name);
  if (tool === undefined) return refused(id, parsed.name, parsed.arguments, unknownTool(parsed.name, context.tools));

  const startedMs = performance.now();
  const result = await withRetries(
    async () => {
      const answer = await callTool(tool, parsed.arguments, context);
      return { result: answer, retry: answer.kind === 'unavailable' && answer.cause.retryable };
    },
    context.retry,
    context.random,
    context.signal,
  );
  if (result.kind === 'unavailable') return result;
  const response = {
    text: result.text,
    isError: result.kind === 'error',
    durationMs: result.durationMs ?? performance.now() - startedMs,
  };
  return { kind: 'answered', call: { id, name: parsed.name, arguments: parsed.arguments, response } };
}

async function callTool(tool: Tool, args: JsonValue, context: ToolExecutionContext): Promise<ToolResult> {
  const { signal, sessionId } = context;
  try {
    return await untilAborted(tool.execute(args, { signal, sessionId }), signal);
  } catch (error) {
    if (signal.aborted) throw abortReason(signal);
    // A tool answers; one that throws is broken, and that is no fault of the policy's.
    return { kind: 'unavailable', cause: failureCause('tool', error) };
  }
}

function refused(id: string, name: string, args: JsonValue, error: string): ToolExecution {
  return { kind: 'answered', call: { id, name, arguments: args, response: { text: error, isError: true } } };
}

function unknownTool(name: string, tools: ReadonlyMap<string, Tool>): string {
  const shown = JSON.stringify(name.length > 60 ? `${name.slice(0, 57)}...` : name);
  const there = tools.size === 0 ? 'There are no tools.' : `Tools: ${[...tools.keys()].join(', ')}.`;
  return `ToolCallError: unknown tool ${shown}. ${there}`;
}
