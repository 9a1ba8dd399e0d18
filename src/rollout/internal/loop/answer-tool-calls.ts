import type {
  FailureCause,
  JsonValue,
  ParsedToolCall,
  TemplateMessage,
  Tool,
  ToolCall,
  ToolResult,
} from '../../../base/index.js';
import { BrokenToolError } from '../../tools/broken-tool-error.js';
import { idOf } from '../conversation/turn-messages.js';
import { shownJson, thrownText } from '../shown-json.js';
import { askWithRetries, type Unavailable } from './ask-with-retries.js';
import { InfrastructureError, type AgentLoopContext, type RolloutPlan } from './rollout-plan.js';
import { TOOL_ANSWERED_ERROR, spanFailure, toolContent, toolStart } from './trace/gen-ai.js';
import { inSpan } from './trace/loop-span.js';

/** Where a call stands: its rollout, its turn and its place in the turn. */
interface CallPlace {
  readonly plan: RolloutPlan;
  readonly turn: number;
  readonly index: number;
}

/** The result of one tool call: a call to record, or an infrastructure error. */
type ToolExecution = { readonly kind: 'answered'; readonly call: ToolCall } | Unavailable;

/**
 * Runs the calls of a turn. All start at once, in order; a tool with state queues the calls of one session itself.
 *
 * A block that did not parse, a tool that does not exist and arguments that do not match the tool's schema are answered with
 * the error. A service that is down is tried again; its failure never counts as the policy's error.
 *
 * @param turn - The turn's index, which names the calls and their retries.
 * @throws InfrastructureError where a tool's service failed for good; BrokenToolError when a tool has a bug; the signal's reason.
 */
export async function answerToolCalls(
  calls: readonly ParsedToolCall[],
  turn: number,
  plan: RolloutPlan,
  context: AgentLoopContext,
): Promise<ToolCall[]> {
  const executions = await Promise.all(
    calls.map((parsed, index) => executeToolCall(parsed, { plan, turn, index }, context)),
  );
  return executions.map((execution) => {
    if (execution.kind === 'unavailable') throw new InfrastructureError(execution.cause);
    return execution.call;
  });
}

/** @returns The answers to the calls, as messages of tools. */
export function toolMessages(
  answered: readonly ToolCall[],
  calls: readonly ParsedToolCall[],
  turn: number,
): TemplateMessage[] {
  return answered.map(({ name, response }, index) => ({
    role: 'tool',
    content: response.text,
    toolCallId: idOf(calls[index]!, turn, index),
    ...(name === '' ? {} : { name }),
  }));
}

async function executeToolCall(
  parsed: ParsedToolCall,
  place: CallPlace,
  context: AgentLoopContext,
): Promise<ToolExecution> {
  const { plan, turn, index } = place;
  const id = `${plan.id}/${turn}/${index}`;
  const isKnown = parsed.kind === 'call' && context.tools.has(parsed.name);
  const execution = await inSpan(
    context.span,
    () => toolStart(parsed, id, isKnown, plan.sessionId),
    async (span) => {
      const ended = await execute(parsed, id, place, context);
      if (ended.kind === 'unavailable') span?.fail(spanFailure(ended.cause));
      else {
        span?.setContent(() => toolContent(ended.call));
        if (ended.call.response.isError) span?.fail(TOOL_ANSWERED_ERROR);
      }
      return ended;
    },
  );
  if (execution.kind === 'answered' && !context.signal.aborted)
    context.options.onEvent?.({ kind: 'tool-result', call: execution.call, rolloutId: plan.id, turn, index });
  return execution;
}

async function execute(
  parsed: ParsedToolCall,
  id: string,
  { plan, turn, index }: CallPlace,
  context: AgentLoopContext,
): Promise<ToolExecution> {
  const { tools } = context;
  const refused = (call: Omit<ToolCall, 'response'>, error: string): ToolExecution => ({
    kind: 'answered',
    call: { ...call, response: { text: error, isError: true } },
  });
  if (parsed.kind === 'invalid') return refused({ id, name: '', arguments: parsed.raw }, parsed.error);
  const { name, arguments: args, argumentsText } = parsed;
  const call = { id, name, arguments: args, ...(argumentsText === undefined ? {} : { argumentsText }) };
  const found = tools.get(name);
  if (found === undefined) return refused(call, unknownTool(name, [...tools.keys()]));
  const { tool } = found;
  const violation = found.checkArguments(args);
  if (violation !== undefined) return refused(call, violation);

  context.options.onEvent?.({ kind: 'tool-call', name, arguments: args, rolloutId: plan.id, turn, index });
  const startedMs = performance.now();
  const result = await callTool(tool, args, `${plan.seed}/${turn}/tools/${index}`, plan, context);
  if (result.kind === 'unavailable') {
    const { cause } = result;
    return { kind: 'unavailable', cause: { ...cause, message: `tool ${JSON.stringify(tool.name)}: ${cause.message}` } };
  }
  const durationMs = result.durationMs ?? performance.now() - startedMs;
  const response = { text: result.text, isError: result.kind === 'error', durationMs };
  return { kind: 'answered', call: { ...call, response } };
}

/** @throws BrokenToolError for anything but a ToolResult or an ExternalError. */
function callTool(
  tool: Tool,
  args: JsonValue,
  seed: string,
  { id, sessionId }: RolloutPlan,
  context: AgentLoopContext,
): Promise<ToolResult> {
  const broken = (what: string, cause?: unknown) => {
    const message = `tool ${JSON.stringify(tool.name)} in rollout ${id}: ${what}`;
    return new BrokenToolError(message, { toolName: tool.name, rolloutId: id, cause });
  };
  return askWithRetries<ToolResult>(
    {
      source: 'tool',
      seed,
      async attempt() {
        const answer: unknown = await tool.execute(args, { signal: context.signal, sessionId });
        if (isToolResult(answer)) return answer;
        throw broken(`expected a ToolResult with kind and text, got ${shownJson(answer)}`);
      },
      bug: (error) => (error instanceof BrokenToolError ? error : broken(`threw: ${thrownText(error)}`, error)),
    },
    context,
  );
}

/** A tool in plain JavaScript may return anything; only a `ToolResult` can be shown to a policy and trained on. */
function isToolResult(value: unknown): value is ToolResult {
  const result = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<string, unknown>>;
  const { kind, text, durationMs, cause } = result;
  const hasDuration = durationMs === undefined || typeof durationMs === 'number';
  return (
    ((kind === 'ok' || kind === 'error') && typeof text === 'string' && hasDuration) ||
    (kind === 'unavailable' && typeof (cause as Partial<FailureCause> | null | undefined)?.message === 'string')
  );
}

function unknownTool(name: string, tools: readonly string[]): string {
  const shown = JSON.stringify(name.length > 60 ? `${name.slice(0, 57)}...` : name);
  const there = tools.length === 0 ? 'There are no tools.' : `Tools: ${tools.join(', ')}.`;
  return `ToolCallError: unknown tool ${shown}. ${there}`;
}
