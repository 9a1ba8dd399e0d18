import type { FinishReason, RolloutOutcome, TemplateMessage } from '../../../base/index.js';
import { BrokenToolError } from '../../tools/broken-tool-error.js';
import { AppendOnlyConversation } from '../conversation/append-only-conversation.js';
import { readTurnBehind } from '../conversation/read-turn.js';
import { TokenRecorder } from '../conversation/token-recorder.js';
import { answerToolCalls, toolMessages } from './answer-tool-calls.js';
import { askEnvironment } from './ask-environment.js';
import { endSessions } from './endings.js';
import { generateTurn } from './generate-turn.js';
import { InfrastructureError, type AgentLoopContext, type Progress, type RolloutPlan } from './rollout-plan.js';
import { inAgentSpan } from './trace/gen-ai.js';
import { withinTurn } from './within-turn.js';

/**
 * Runs one rollout: ask the policy, read the turn, run its tool calls, ask the environment, append the answers, and again, until
 * a turn calls no tool or a budget runs out. Tokens go in and out: nothing generated is ever encoded again.
 *
 * @returns `failed`, with the turns so far, when the policy's engine or a tool's service failed for good or a turn ran out
 *   of time; sessions are ended whatever happens.
 * @throws The signal's reason when aborted; BrokenToolError; ModelFileError where the chat template has no place for what
 *   follows a turn; an error of the policy that is not an `ExternalError` (a programmer's mistake).
 */
export function runRollout(plan: RolloutPlan, context: AgentLoopContext): Promise<RolloutOutcome> {
  const conversation = new AppendOnlyConversation(plan.format, plan.start);
  const recorder = new TokenRecorder(plan.start.tokens);
  const progress: Progress = { conversation, recorder, turns: [], waitingFor: 'policy' };
  return inAgentSpan(
    plan,
    context,
    (inner) => runToItsEnd(progress, plan, inner),
    ({ rollout }) => rollout,
  );
}

async function runToItsEnd(progress: Progress, plan: RolloutPlan, context: AgentLoopContext): Promise<RolloutOutcome> {
  const { id, groupId, prompt, metadata } = plan;
  const { recorder, turns } = progress;
  try {
    const finishReason = await takeTurns(progress, plan, context);
    const { conversation, reward } = progress;
    const tokens = recorder.trace(conversation.drift);
    return {
      kind: 'completed',
      rollout: {
        id,
        groupId,
        prompt,
        turns,
        finishReason,
        tokens,
        ...(reward === undefined ? {} : { reward }),
        ...(metadata === undefined ? {} : { metadata }),
      },
    };
  } catch (error) {
    if (error instanceof InfrastructureError)
      return {
        kind: 'failed',
        id,
        groupId,
        cause: error.failure,
        turns,
        generatedTokens: recorder.generatedLength,
      };
    if (error instanceof BrokenToolError)
      throw new BrokenToolError(error.message, {
        toolName: error.toolName,
        rolloutId: id,
        turns,
        cause: error.cause,
      });
    throw error;
  } finally {
    const { options, signal, tools } = context;
    const holders = [options.policy, ...[...tools.values()].map(({ tool }) => tool), options.environment];
    await endSessions(holders, plan.sessionId, { signal, timeoutMs: options.turnTimeoutMs });
  }
}

/** Takes turns until one ends the rollout. @returns Why. */
export async function takeTurns(
  progress: Progress,
  plan: RolloutPlan,
  context: AgentLoopContext,
): Promise<FinishReason> {
  for (;;) {
    const { ends, ...unread } = await withinTurn(progress, context, (inner) => takeTurn(progress, plan, inner));
    context.signal.throwIfAborted();
    progress.unread = unread;
    if (ends !== undefined) return ends;
    if (progress.turns.length >= plan.maxTurns) return 'max-turns';
    if (!readOn(progress, plan)) return 'length';
  }
}

/** A turn with its answers, and why it ended the rollout, if it did. */
interface TakenTurn extends NonNullable<Progress['unread']> {
  readonly ends?: 'length' | 'stop' | undefined;
}

async function takeTurn(progress: Progress, plan: RolloutPlan, context: AgentLoopContext): Promise<TakenTurn> {
  const { recorder, turns } = progress;
  const { chatTemplate, tools } = context.options;

  progress.waitingFor = 'policy';
  const { generation, text, end } = await generateTurn(progress, plan, context);
  recorder.addGenerated(generation);
  const index = turns.push({ text, toolCalls: [] }) - 1;
  // A message that was cut off was not sent: the calls in it are not made.
  if (generation.finishReason === 'length')
    return { sampled: { text, end, parsed: { content: text, calls: [] } }, answers: [], ends: 'length' };

  // A server that gives messages has taken the thinking out already.
  const thinkingEnd = generation.retokenized === true ? undefined : progress.conversation.thinkingEnd;
  const parsed = readTurnBehind(thinkingEnd, text, chatTemplate, tools);

  progress.waitingFor = 'tool';
  const toolCalls = await answerToolCalls(parsed.calls, index, plan, context);
  turns[index] = { text, toolCalls };

  progress.waitingFor = 'environment';
  const response = await askEnvironment(turns[index], progress, plan, context);
  const answers = toolMessages(toolCalls, parsed.calls, index);
  if (response.kind === 'message') {
    turns[index] = { text, toolCalls, reply: response.text };
    answers.push({ role: 'user', content: response.text });
  }
  if (response.kind === 'end') progress.reward = response.reward;
  const isOver = response.kind === 'end' || answers.length === 0;
  return { sampled: { text, end, parsed }, answers, ends: isOver ? 'stop' : undefined };
}

/**
 * Appends the answers to the last turn, and the messages in `said`, to the conversation and the tokens.
 *
 * @returns False, without a change, if that leaves no room in the budget for one more token. Answers that the policy never reads are in the
 *   turn's record, not among the tokens.
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
