import { ExternalError, Random, failureCause, type FailureCause, type Generation } from '../../base/index.js';
import { giveUpOnAbort, withRetries } from '../../io/index.js';
import { checkedGeneration } from './checked-generation.js';
import type { SampledTurn } from './conversation.js';
import { MachineFailure, type AgentLoopContext, type Progress, type RolloutPlan } from './rollout-plan.js';

/** Asks the policy for the next turn, as often as the options allow. @throws MachineFailure where it fails for good. */
export async function generateTurn(
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
        return { result: checkedGeneration(result, maxTokens), retry: false };
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
export function readTurn(
  { tokens }: Generation,
  { options, stopTokens }: AgentLoopContext,
): Omit<SampledTurn, 'parsed'> {
  const end = tokens.length === 0 ? undefined : stopTokens.get(tokens.at(-1)!);
  return { text: options.tokenizer.decode(end === undefined ? tokens : tokens.subarray(0, -1)), end };
}
