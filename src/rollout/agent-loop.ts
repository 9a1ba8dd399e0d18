import {
  ExternalError,
  PolicyError,
  Random,
  TAGS,
  failureCause,
  type FailureCause,
  type FinishReason,
  type Generation,
  type Message,
  type Rollout,
  type RolloutOutcome,
  type Tool,
  type ToolCall,
  type Turn,
} from '../base/index.js';
import { abortReason, untilAborted } from './abort.js';
import { renderToolTurn } from './chat-template.js';
import { withRetries } from './retries.js';
import type { ResolvedRolloutOptions } from './rollout-options.js';
import { TokenRecorder } from './token-recorder.js';
import { parseToolCalls } from './tool-call-parser.js';
import { executeToolCall } from './tool-execution.js';

/** One rollout to run: its place in the run and everything that is worked out once for its group. */
export interface RolloutPlan {
  readonly id: string;
  readonly groupId: string;
  readonly prompt: readonly Message[];
  readonly promptTokens: Int32Array;
  readonly metadata: Rollout['metadata'];
  /** `${seed}/${groupId}/${index}`: names the stream of every draw of this rollout. */
  readonly seed: string;
  readonly sessionId: string;
}

export interface AgentLoopContext {
  readonly options: ResolvedRolloutOptions;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly stopToken: number;
  readonly signal: AbortSignal;
}

/** A failure of the machine: it ends this rollout and is kept as a value. */
class MachineFailure extends Error {
  constructor(readonly failure: FailureCause) {
    super(failure.message);
  }
}

/**
 * Runs one rollout: generate a turn, run its tool calls, let the policy read the answers, until it stops calling tools
 * or a budget runs out. Tokens go in and out: nothing generated is ever encoded again.
 *
 * @returns `failed` when the policy's engine or a tool's service failed for good; sessions are released whatever happens.
 * @throws The signal's reason when aborted; an error of the policy that is not an `ExternalError` (a programmer's mistake).
 */
export async function runAgentLoop(plan: RolloutPlan, context: AgentLoopContext): Promise<RolloutOutcome> {
  try {
    return { kind: 'completed', rollout: await converse(plan, context) };
  } catch (error) {
    if (!(error instanceof MachineFailure)) throw error;
    return { kind: 'failed', id: plan.id, groupId: plan.groupId, cause: error.failure };
  } finally {
    context.options.policy.endSession?.(plan.sessionId);
    // A tool that cannot clean up after a rollout has not changed what the rollout came to.
    await Promise.allSettled([...context.tools.values()].map(async (tool) => tool.release?.(plan.sessionId)));
  }
}

async function converse(plan: RolloutPlan, context: AgentLoopContext): Promise<Rollout> {
  const { options } = context;
  const recorder = new TokenRecorder(plan.promptTokens);
  const turns: Turn[] = [];
  let finishReason: FinishReason | undefined;
  while (finishReason === undefined) {
    const generation = await generateTurn(recorder, turns.length, plan, context);
    recorder.addGenerated(generation);
    const text = options.tokenizer.decode(withoutStop(generation.tokens, context.stopToken));
    // A message that was cut off was not sent: the calls in it are not made.
    const toolCalls =
      generation.finishReason === 'length' ? [] : await answerToolCalls(text, turns.length, plan, context);
    turns.push({ text, toolCalls });
    if (generation.finishReason === 'length') finishReason = 'length';
    else if (toolCalls.length === 0) finishReason = 'stop';
    else if (turns.length >= options.maxTurns) finishReason = 'max-turns';
    else if (!readResponses(toolCalls, generation, recorder, context)) finishReason = 'length';
  }
  return {
    id: plan.id,
    groupId: plan.groupId,
    prompt: plan.prompt,
    turns,
    finishReason,
    tokens: recorder.trace(),
    ...(plan.metadata === undefined ? {} : { metadata: plan.metadata }),
  };
}

async function generateTurn(
  recorder: TokenRecorder,
  turn: number,
  plan: RolloutPlan,
  { options, stopToken, signal }: AgentLoopContext,
): Promise<Generation> {
  const maxTokens = options.maxTokens - recorder.responseLength;
  const seed = `${plan.seed}/${turn}`;
  const request = {
    tokens: recorder.context(),
    sampling: { temperature: options.temperature, topP: options.topP, maxTokens, stopTokens: [stopToken], seed },
    sessionId: plan.sessionId,
  };
  const generation = await withRetries<Generation | FailureCause>(
    async () => {
      try {
        const result = await untilAborted(options.policy.generate(request, { signal }), signal);
        return { result: checked(result, maxTokens), retry: false };
      } catch (error) {
        if (signal.aborted) throw abortReason(signal);
        if (!(error instanceof ExternalError)) throw error;
        return { result: failureCause('policy', error), retry: error.retryable };
      }
    },
    options.retry,
    new Random(`${seed}/retries`),
    signal,
  );
  if ('source' in generation) throw new MachineFailure(generation);
  return generation;
}

/** Training on misaligned logprobs would go wrong in silence. */
function checked(generation: Generation, maxTokens: number): Generation {
  const { tokens, logprobs } = generation;
  if (tokens.length !== logprobs.length)
    throw new PolicyError(`generation: expected as many logprobs as tokens (${tokens.length}), got ${logprobs.length}`);
  if (tokens.length > maxTokens)
    throw new PolicyError(`generation: expected at most ${maxTokens} tokens, got ${tokens.length}`);
  return generation;
}

function withoutStop(tokens: Int32Array, stopToken: number): Int32Array {
  return tokens.at(-1) === stopToken ? tokens.subarray(0, -1) : tokens;
}

/** All calls of a turn start at once, in order; a tool with state queues the calls of one session itself. */
async function answerToolCalls(
  text: string,
  turn: number,
  plan: RolloutPlan,
  { options, tools, signal }: AgentLoopContext,
): Promise<ToolCall[]> {
  const executions = await Promise.all(
    parseToolCalls(text).map((parsed, index) =>
      executeToolCall(parsed, `${plan.id}/${turn}/${index}`, {
        tools,
        retry: options.retry,
        random: new Random(`${plan.seed}/${turn}/tools/${index}/retries`),
        sessionId: plan.sessionId,
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
  generation: Generation,
  recorder: TokenRecorder,
  { options, stopToken }: AgentLoopContext,
): boolean {
  // An engine that swallows the stop token leaves the message open; the token is then read, not generated.
  const unended = generation.tokens.at(-1) === stopToken ? '' : TAGS.messageEnd;
  const ids = options.tokenizer.encode(unended + renderToolTurn(calls.map((call) => call.response.text)));
  if (recorder.responseLength + ids.length >= options.maxTokens) return false;
  recorder.addRead(ids);
  return true;
}
