import {
  Random,
  type FinishReason,
  type Rollout,
  type RolloutOutcome,
  type TemplateMessage,
  type ToolCall,
} from '../../../base/index.js';
import { TimeLimitError, withTimeLimit } from '../../../io/index.js';
import { BrokenToolError } from '../../tools/broken-tool-error.js';
import type { ParsedTurn } from '../../tool-calls/parsed-turn.js';
import { askEnvironment } from './ask-environment.js';
import { AppendOnlyConversation } from '../conversation/append-only-conversation.js';
import { endSessions } from './end-sessions.js';
import { generateTurn } from './generate-turn.js';
import { readTurnBehind } from '../conversation/read-turn.js';
import { MachineFailure, type AgentLoopContext, type Progress, type RolloutPlan } from './rollout-plan.js';
import { TokenRecorder } from '../conversation/token-recorder.js';
import { executeToolCall } from './tool-execution.js';
import { turnStart } from './trace/gen-ai.js';
import { inAgentSpan } from './trace/agent-span.js';
import { inSpan } from './trace/loop-span.js';
import { idOf } from '../conversation/turn-messages.js';

/**
 * Runs one rollout: generate a turn, run its tool calls, let the policy read the answers, until it stops calling tools
 * or a budget runs out. Tokens go in and out: nothing generated is ever encoded again.
 *
 * @returns `failed`, with the turns so far, when the policy's engine or a tool's service failed for good or a turn ran out
 *   of time; sessions are ended whatever happens.
 * @throws The signal's reason when aborted; BrokenToolError; ModelFileError where the chat template has no place for what
 *   follows a turn; an error of the policy that is not an `ExternalError` (a programmer's mistake).
 */
export function runAgentLoop(plan: RolloutPlan, context: AgentLoopContext): Promise<RolloutOutcome> {
  return inAgentSpan(
    plan,
    context,
    (inner) => runRollout(plan, inner),
    ({ rollout }) => rollout,
  );
}

async function runRollout(plan: RolloutPlan, context: AgentLoopContext): Promise<RolloutOutcome> {
  const { id, groupId } = plan;
  const conversation = new AppendOnlyConversation(plan.format, plan.start);
  const recorder = new TokenRecorder(plan.start.tokens);
  const progress: Progress = { conversation, recorder, turns: [], waitingFor: 'policy' };
  try {
    return { kind: 'completed', rollout: await converse(progress, plan, context) };
  } catch (error) {
    if (error instanceof MachineFailure)
      return {
        kind: 'failed',
        ...{ id, groupId, cause: error.failure, turns: progress.turns, generatedTokens: recorder.generatedLength },
      };
    if (error instanceof BrokenToolError)
      throw new BrokenToolError(error.message, {
        toolName: error.toolName,
        rolloutId: id,
        turns: progress.turns,
        cause: error.cause,
      });
    throw error;
  } finally {
    const { options, signal } = context;
    const { policy, environment } = options;
    const holders = [policy, ...[...context.tools.values()].map(({ tool }) => tool), environment];
    await endSessions(holders, plan.sessionId, { signal, timeoutMs: options.turnTimeoutMs });
  }
}

async function converse(progress: Progress, plan: RolloutPlan, context: AgentLoopContext): Promise<Rollout> {
  const finishReason = await takeTurns(progress, plan, context);
  const { conversation, recorder, turns, reward } = progress;
  return {
    id: plan.id,
    groupId: plan.groupId,
    prompt: plan.prompt,
    turns,
    finishReason,
    tokens: recorder.trace(conversation.drift),
    ...(reward === undefined ? {} : { reward }),
    ...(plan.metadata === undefined ? {} : { metadata: plan.metadata }),
  };
}

/** Takes turns until one ends the rollout. @returns Why. */
export async function takeTurns(
  progress: Progress,
  plan: RolloutPlan,
  context: AgentLoopContext,
): Promise<FinishReason> {
  let finishReason: FinishReason | undefined;
  while (finishReason === undefined) finishReason = await takeTurn(progress, plan, context);
  return finishReason;
}

/** @returns Why the rollout ends with this turn; undefined if it goes on. */
async function takeTurn(
  progress: Progress,
  plan: RolloutPlan,
  context: AgentLoopContext,
): Promise<FinishReason | undefined> {
  const { recorder, turns } = progress;
  const { options, signal } = context;
  const { generation, sampled, isOver } = await withinTurn(progress, context, async (turnContext) => {
    progress.waitingFor = 'policy';
    const { generation, text, end } = await generateTurn(progress, plan, turnContext);
    recorder.addGenerated(generation);
    const turn = turns.push({ text, toolCalls: [] }) - 1;
    // A message that was cut off was not sent: the calls in it are not made.
    if (generation.finishReason === 'length')
      return { generation, sampled: { text, end, parsed: { content: text, calls: [] } }, isOver: true };
    // A server that gives messages has taken the thinking out already.
    const thinkingEnd = generation.retokenized === true ? undefined : progress.conversation.thinkingEnd;
    const parsed = readTurnBehind(thinkingEnd, text, options.chatTemplate, options.tools);
    progress.waitingFor = 'tool';
    const answered = { text, toolCalls: await answerToolCalls(parsed, turn, plan, turnContext) };
    turns[turn] = answered;
    progress.waitingFor = 'environment';
    const response = await askEnvironment(answered, progress, plan, turnContext);
    if (response.kind === 'message') turns[turn] = { ...answered, reply: response.text };
    if (response.kind === 'end') progress.reward = response.reward;
    return { generation, sampled: { text, end, parsed }, isOver: response.kind === 'end' };
  });
  signal.throwIfAborted();
  const { toolCalls, reply } = turns.at(-1)!;
  const said = reply === undefined ? [] : [{ role: 'user' as const, content: reply }];
  progress.unread = { sampled, answers: [...asMessages(toolCalls, sampled.parsed, turns.length - 1), ...said] };
  if (generation.finishReason === 'length') return 'length';
  if (isOver || (toolCalls.length === 0 && reply === undefined)) return 'stop';
  if (turns.length >= plan.maxTurns) return 'max-turns';
  return readOn(progress, plan) ? undefined : 'length';
}

/** Runs a turn under the deadline that all its tries and waits share, those for an engine left out. */
async function withinTurn<T>(
  progress: Progress,
  context: AgentLoopContext,
  run: (turnContext: AgentLoopContext) => Promise<T>,
): Promise<T> {
  const { turnTimeoutMs } = context.options;
  const turn = progress.turns.length + 1;
  try {
    return await inSpan(
      context.span,
      () => turnStart(turn - 1),
      (span) =>
        withTimeLimit((signal, timer) => run({ ...context, signal, span, timer }), context.signal, turnTimeoutMs),
    );
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    // Aborted since: by a cut, maybe, which is what ends the rollout then.
    context.signal.throwIfAborted();
    const message = `turn ${turn}: not done within ${turnTimeoutMs} ms (options.turnTimeoutMs), waiting for the ${progress.waitingFor}`;
    throw new MachineFailure({ source: progress.waitingFor, message, retryable: true });
  }
}

/** All calls of a turn start at once, in order; a tool with state queues the calls of one session itself. */
async function answerToolCalls(
  { calls }: ParsedTurn,
  turn: number,
  plan: RolloutPlan,
  { options, tools, signal, span }: AgentLoopContext,
): Promise<ToolCall[]> {
  const executions = await Promise.all(
    calls.map((parsed, index) =>
      executeToolCall(parsed, `${plan.id}/${turn}/${index}`, {
        tools,
        retry: options.retry,
        random: new Random(`${plan.seed}/${turn}/tools/${index}/retries`),
        sessionId: plan.sessionId,
        rolloutId: plan.id,
        signal,
        span,
        onEvent: (event) => options.onEvent?.({ ...event, rolloutId: plan.id, turn, index }),
      }),
    ),
  );
  return executions.map((execution) => {
    if (execution.kind === 'unavailable') throw new MachineFailure(execution.cause);
    return execution.call;
  });
}

function asMessages(calls: readonly ToolCall[], parsed: ParsedTurn, turn: number): TemplateMessage[] {
  return calls.map(({ name, response }, index) => ({
    role: 'tool',
    content: response.text,
    toolCallId: idOf(parsed.calls[index]!, turn, index),
    ...(name === '' ? {} : { name }),
  }));
}

/**
 * Lets the policy read what its last turn's calls came to, and what is said after that.
 *
 * @returns False, with everything left as it was, when that does not fit the budget with room for one more token: what the
 *   policy never reads is in the turn's record, not among the tokens.
 */
export function readOn(progress: Progress, plan: RolloutPlan, said: readonly TemplateMessage[] = []): boolean {
  const { sampled, answers } = progress.unread!;
  const conversation = progress.conversation.copy();
  const ids = conversation.extend(sampled, [...answers, ...said]);
  if (progress.recorder.responseLength + ids.length >= plan.maxTokens) return false;
  progress.conversation = conversation;
  progress.recorder.addRead(ids);
  delete progress.unread;
  return true;
}
