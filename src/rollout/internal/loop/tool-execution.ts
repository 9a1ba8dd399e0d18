import {
  ExternalError,
  failureCause,
  type FailureCause,
  type JsonValue,
  type ParsedToolCall,
  type Random,
  type Tool,
  type ToolCall,
  type ToolResult,
} from '../../../base/index.js';
import { giveUpOnAbort, withRetries, type ResolvedRetryOptions } from '../../../io/index.js';
import { BrokenToolError } from '../../tools/broken-tool-error.js';
import { shownJson, thrownText } from '../shown-json.js';
import { TOOL_ANSWERED_ERROR, machineFailure, toolContent, toolStart } from './trace/gen-ai.js';
import { inSpan, type LoopSpan } from './trace/loop-span.js';
import type { ArgumentCheck } from '../tool-arguments/tool-arguments.js';

/** The result of one tool call: a call to record, or an infrastructure error, for which the policy is not to blame. */
export type ToolExecution =
  | { readonly kind: 'answered'; readonly call: ToolCall }
  | { readonly kind: 'unavailable'; readonly cause: FailureCause };

/** A tool and the check of its arguments, read from its schema once for a run. */
export interface CheckedTool {
  readonly tool: Tool;
  readonly checkArguments: ArgumentCheck;
}

export interface ToolExecutionContext {
  readonly tools: ReadonlyMap<string, CheckedTool>;
  readonly retry: ResolvedRetryOptions;
  readonly random: Random;
  readonly sessionId: string;
  readonly rolloutId: string;
  readonly signal: AbortSignal;
  /** The turn's, where there is a trace. */
  readonly span?: LoopSpan | undefined;
  /** Called when a tool starts, and with every answer. */
  readonly onEvent: (event: ToolEvent) => void;
}

type ToolEvent =
  | { readonly kind: 'tool-call'; readonly name: string; readonly arguments: JsonValue }
  | { readonly kind: 'tool-result'; readonly call: ToolCall };

/**
 * Answers one parsed tool call. A block that did not parse, a tool that does not exist and arguments that do not match
 * the tool's schema are answered with the error; a service that is down is tried again and then reported as
 * `unavailable`, never as the policy's error.
 *
 * @throws The signal's reason when aborted; BrokenToolError when the tool has a bug.
 */
export async function executeToolCall(
  parsed: ParsedToolCall,
  id: string,
  context: ToolExecutionContext,
): Promise<ToolExecution> {
  const known = parsed.kind === 'call' && context.tools.has(parsed.name);
  const execution = await inSpan(
    context.span,
    () => toolStart(parsed, id, known),
    async (span) => {
      const execution = await answer(parsed, id, context);
      if (span !== undefined) tellEnd(span, execution);
      return execution;
    },
  );
  if (execution.kind === 'answered' && !context.signal.aborted)
    context.onEvent({ kind: 'tool-result', call: execution.call });
  return execution;
}

function tellEnd(span: LoopSpan, execution: ToolExecution): void {
  if (execution.kind === 'unavailable') return span.fail(machineFailure(execution.cause));
  span.setContent(() => toolContent(execution.call));
  if (execution.call.response.isError) span.fail(TOOL_ANSWERED_ERROR);
}

async function answer(parsed: ParsedToolCall, id: string, context: ToolExecutionContext): Promise<ToolExecution> {
  if (parsed.kind === 'invalid') return refused({ id, name: '', arguments: parsed.raw }, parsed.error);
  const found = context.tools.get(parsed.name);
  if (found === undefined) return refused(recorded(parsed, id), unknownTool(parsed.name, context.tools));
  const { tool } = found;
  const violation = found.checkArguments(parsed.arguments);
  if (violation !== undefined) return refused(recorded(parsed, id), violation);

  context.onEvent({ kind: 'tool-call', name: parsed.name, arguments: parsed.arguments });
  const startedMs = performance.now();
  const result = await withRetries(() => callTool(tool, parsed.arguments, context), context.retry, context);
  if (result.kind === 'unavailable') {
    const { cause } = result;
    return { kind: 'unavailable', cause: { ...cause, message: `tool ${JSON.stringify(tool.name)}: ${cause.message}` } };
  }
  const response = {
    text: result.text,
    isError: result.kind === 'error',
    durationMs: result.durationMs ?? performance.now() - startedMs,
  };
  return { kind: 'answered', call: { ...recorded(parsed, id), response } };
}

async function callTool(tool: Tool, args: JsonValue, context: ToolExecutionContext) {
  const { signal, sessionId } = context;
  try {
    const result = checked(
      tool,
      await giveUpOnAbort(Promise.resolve(tool.execute(args, { signal, sessionId })), signal),
      context,
    );
    return { result, retry: result.kind === 'unavailable' && result.cause.retryable };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof BrokenToolError) throw error;
    if (!(error instanceof ExternalError)) {
      throw broken(tool, `threw: ${thrownText(error)}`, context, error);
    }
    const result: ToolResult = { kind: 'unavailable', cause: failureCause('tool', error) };
    return { result, retry: error.retryable, retryAfterMs: error.retryAfterMs };
  }
}

/** A tool in plain JavaScript may return anything; only a `ToolResult` can be shown to a policy and trained on. */
function checked(tool: Tool, value: unknown, context: ToolExecutionContext): ToolResult {
  const result = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<string, unknown>>;
  const { kind, text, durationMs, cause } = result;
  const isAnswer =
    (kind === 'ok' || kind === 'error') &&
    typeof text === 'string' &&
    (durationMs === undefined || typeof durationMs === 'number');
  const isUnavailable =
    kind === 'unavailable' && typeof (cause as Partial<FailureCause> | null | undefined)?.message === 'string';
  if (isAnswer || isUnavailable) return value as ToolResult;
  throw broken(tool, `expected a ToolResult with kind and text, got ${shownJson(value)}`, context);
}

function broken(tool: Tool, what: string, { rolloutId }: ToolExecutionContext, cause?: unknown): BrokenToolError {
  const message = `tool ${JSON.stringify(tool.name)} in rollout ${rolloutId}: ${what}`;
  return new BrokenToolError(message, { toolName: tool.name, rolloutId, cause });
}

type RecordedCall = Omit<ToolCall, 'response'>;

function recorded(
  { name, arguments: args, argumentsText }: ParsedToolCall & { readonly kind: 'call' },
  id: string,
): RecordedCall {
  return { id, name, arguments: args, ...(argumentsText === undefined ? {} : { argumentsText }) };
}

function refused(call: RecordedCall, error: string): ToolExecution {
  return { kind: 'answered', call: { ...call, response: { text: error, isError: true } } };
}

function unknownTool(name: string, tools: ReadonlyMap<string, CheckedTool>): string {
  const shown = JSON.stringify(name.length > 60 ? `${name.slice(0, 57)}...` : name);
  const there = tools.size === 0 ? 'There are no tools.' : `Tools: ${[...tools.keys()].join(', ')}.`;
  return `ToolCallError: unknown tool ${shown}. ${there}`;
}
