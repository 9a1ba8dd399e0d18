import {
  ExternalError,
  Random,
  failureCause,
  type FailureCause,
  type FinishReason,
  type Generation,
  type Message,
  type Rollout,
  type RolloutOutcome,
  type ToolCall,
  type Turn,
} from '../../base/index.js';
import { TimeLimitError, giveUpOnAbort, withRetries, withTimeLimit } from '../../io/index.js';
import { BrokenToolError } from '../broken-tool-error.js';
import type { ResolvedRolloutOptions } from '../rollout-options.js';
import { checkedGeneration } from './checked-generation.js';
import {
  AppendOnlyConversation,
  callId,
  type ConversationFormat,
  type ConversationStart,
  type SampledTurn,
} from './conversation.js';
import { TokenRecorder } from './token-recorder.js';
import { executeToolCall, type CheckedTool } from './tool-execution.js';
import type { ParsedTurn } from '../parsed-turn.js';

/** One rollout to run: its place in the run and everything that is worked out once for its group. */
export interface RolloutPlan {
  readonly id: string;
  readonly groupId: string;
  readonly prompt: readonly Message[];
  readonly format: ConversationFormat;
  readonly start: ConversationStart;
  /** Everything after the prompt: the caller's budget, or what the model's context leaves of it. */
  readonly maxTokens: number;
  readonly metadata: Rollout['metadata'];
  /** `${seed}/${groupId}/${index}`: names the stream of every draw of this rollout. */
  readonly seed: string;
  readonly sessionId: string;
}

export interface AgentLoopContext {
  readonly options: ResolvedRolloutOptions;
  readonly tools: ReadonlyMap<string, CheckedTool>;
  /** The tokens that end a turn, and how each is written out. */
  readonly stopTokens: ReadonlyMap<number, string>;
  readonly signal: AbortSignal;
}

/** A failure of the machine: it ends this rollout and is kept as a value. */
class MachineFailure extends Error {
  constructor(readonly failure: FailureCause) {
    super(failure.message);
  }
}

/** Where a rollout stands; kept when it fails. */
interface Progress {
  readonly conversation: AppendOnlyConversation;
  readonly recorder: TokenRecorder;
  readonly turns: Turn[];
  waitingFor: 'policy' | 'tool';
}

/**
 * Runs one rollout: generate a turn, run its tool calls, let the policy read the answers, until it stops calling tools
 * or a budget runs out. Tokens go in and out: nothing generated is ever encoded again.
 *
 * @returns `failed`, with the turns so far, when the policy's engine or a tool's service failed for good or a turn ran out
 *   of time; sessions are ended whatever happens.
 * @throws The signal's reason when aborted; BrokenToolError; ModelFileError where the chat template has no place for what
 *   follows a turn; an error of the policy that is not an `ExternalError` (a programmer's mistake).
 */
export async function runAgentLoop(plan: RolloutPlan, context: AgentLoopContext): Promise<RolloutOutcome> {
  const { id, groupId } = plan;
  const conversation = new AppendOnlyConversation(plan.format, plan.start);
  const recorder = new TokenRecorder(plan.start.tokens);
  const progress: Progress = { conversation, recorder, turns: [], waitingFor: 'policy' };
  try {
    return { kind: 'completed', rollout: await converse(progress, plan, context) };
  } catch (error) {
    if (error instanceof MachineFailure)
      return { kind: 'failed', id, groupId, cause: error.failure, turns: progress.turns };
    if (error instanceof BrokenToolError)
      throw new BrokenToolError(error.message, {
        toolName: error.toolName,
        rolloutId: id,
        turns: progress.turns,
        cause: error.cause,
      });
    throw error;
  } finally {
    context.options.policy.endSession?.(plan.sessionId);
    // A tool that cannot clean up after a rollout has not changed what the rollout came to.
    await Promise.allSettled([...context.tools.values()].map(async ({ tool }) => tool.endSession?.(plan.sessionId)));
  }
}

async function converse(progress: Progress, plan: RolloutPlan, context: AgentLoopContext): Promise<Rollout> {
  const { conversation, recorder, turns } = progress;
  let finishReason: FinishReason | undefined;
  while (finishReason === undefined) finishReason = await takeTurn(progress, plan, context);
  return {
    id: plan.id,
    groupId: plan.groupId,
    prompt: plan.prompt,
    turns,
    finishReason,
    tokens: recorder.trace(conversation.drift),
    ...(plan.metadata === undefined ? {} : { metadata: plan.metadata }),
  };
}

/** @returns Why the rollout ends with this turn; undefined if it goes on. */
async function takeTurn(
  progress: Progress,
  plan: RolloutPlan,
  context: AgentLoopContext,
): Promise<FinishReason | undefined> {
  const { recorder, turns } = progress;
  const { options, signal } = context;
  const { generation, sampled } = await withinTurn(progress, context, async (turnContext) => {
    progress.waitingFor = 'policy';
    const generation = await generateTurn(progress, plan, turnContext);
    recorder.addGenerated(generation);
    const { text, end } = readTurn(generation, context);
    const parsed = options.chatTemplate.toolCallFormat.parse(text, options.tools);
    const taken = { generation, sampled: { text, end, parsed } };
    const turn = turns.push({ text, toolCalls: [] }) - 1;
    // A message that was cut off was not sent: the calls in it are not made.
    if (generation.finishReason === 'length') return taken;
    progress.waitingFor = 'tool';
    turns[turn] = { text, toolCalls: await answerToolCalls(parsed, turn, plan, turnContext) };
    return taken;
  });
  signal.throwIfAborted();
  const { toolCalls } = turns.at(-1)!;
  if (generation.finishReason === 'length') return 'length';
  if (toolCalls.length === 0) return 'stop';
  if (turns.length >= options.maxTurns) return 'max-turns';
  return readResponses(toolCalls, sampled, progress, plan) ? undefined : 'length';
}

/** Runs a turn under the deadline that all its tries and waits share. */
async function withinTurn<T>(
  progress: Progress,
  context: AgentLoopContext,
  run: (turnContext: AgentLoopContext) => Promise<T>,
): Promise<T> {
  const { turnTimeoutMs } = context.options;
  const turn = progress.turns.length + 1;
  try {
    return await withTimeLimit((signal) => run({ ...context, signal }), context.signal, turnTimeoutMs);
  } catch (error) {
    if (!(error instanceof TimeLimitError) || context.signal.aborted) throw error;
    const message = `turn ${turn}: not done within ${turnTimeoutMs} ms (options.turnTimeoutMs), waiting for the ${progress.waitingFor}`;
    throw new MachineFailure({ source: progress.waitingFor, message, retryable: true });
  }
}

async function generateTurn(
  { conversation, recorder, turns }: Progress,
  plan: RolloutPlan,
  { options, stopTokens, signal }: AgentLoopContext,
): Promise<Generation> {
  const maxTokens = plan.maxTokens - recorder.responseLength;
  const seed = `${plan.seed}/${turns.length}`;
  const request = {
    tokens: recorder.context(),
    sampling: {
      temperature: options.temperature,
      topP: options.topP,
      maxTokens,
      stopTokens: [...stopTokens.keys()],
      seed,
    },
    sessionId: plan.sessionId,
    conversation: { messages: conversation.messages, tools: options.tools },
  };
  const generation = await withRetries<Generation | FailureCause>(
    async () => {
      try {
        const result = await giveUpOnAbort(Promise.resolve(options.policy.generate(request, { signal })), signal);
        return { result: checkedGeneration(result, maxTokens, options.tokenizer.vocabularySize), retry: false };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ExternalError)) throw error;
        return { result: failureCause('policy', error), retry: error.retryable, retryAfterMs: error.retryAfterMs };
      }
    },
    options.retry,
    { random: new Random(`${seed}/retries`), signal },
  );
  if ('source' in generation) throw new MachineFailure(generation);
  return generation;
}

/** @returns The turn's text and the token that ended it; an engine may swallow that one. */
function readTurn({ tokens }: Generation, { options, stopTokens }: AgentLoopContext): Omit<SampledTurn, 'parsed'> {
  const end = tokens.length === 0 ? undefined : stopTokens.get(tokens.at(-1)!);
  return { text: options.tokenizer.decode(end === undefined ? tokens : tokens.subarray(0, -1)), end };
}

/** All calls of a turn start at once, in order; a tool with state queues the calls of one session itself. */
async function answerToolCalls(
  { calls }: ParsedTurn,
  turn: number,
  plan: RolloutPlan,
  { options, tools, signal }: AgentLoopContext,
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
      }),
    ),
  );
  return executions.map((execution) => {
    if (execution.kind === 'unavailable') throw new MachineFailure(execution.cause);
    return execution.call;
  });
}

/**
 * Lets the policy read its tool responses.
 *
 * @returns False, with the trace left as it was, when they do not fit the budget with room for one more token: what the
 *   policy never reads is in the turn's record, not among the tokens.
 */
function readResponses(
  calls: readonly ToolCall[],
  sampled: SampledTurn,
  { conversation, recorder, turns }: Progress,
  plan: RolloutPlan,
): boolean {
  const answers = calls.map(({ name, response }, index) => ({
    role: 'tool' as const,
    content: response.text,
    toolCallId: callId(turns.length - 1, index),
    ...(name === '' ? {} : { name }),
  }));
  const ids = conversation.extend(sampled, answers);
  if (recorder.responseLength + ids.length >= plan.maxTokens) return false;
  recorder.addRead(ids);
  return true;
}
