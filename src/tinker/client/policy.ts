import {
  ExternalError,
  PolicyError,
  type GenerateOptions,
  type GenerateRequest,
  type Generation,
  type PolicySnapshot,
} from '../../base/index.js';
import { checkArgument, checkGenerateRequest, checkedGeneration, integerSeed } from '../../base/internal/index.js';
import { followSignal, giveUpOnAbort, type FollowingController } from '../../io/index.js';
import type { TinkerSampling, TinkerSequence } from '../wire/messages.js';
import type { TinkerSampler } from './tinker-sampler.js';

/**
 * Creates a policy with weights that were saved for sampling: tokens in, tokens out.
 *
 * Each request is sent as a separate sample, so that it can have its own seed; the client limits the number of running requests. Logprobs
 * are those of the server: correct for training at temperature 1; at other temperatures some servers return those of temperature 1.
 *
 * @throws TypeError for anything but a sampler.
 * @remarks `minP` is not in the protocol and is refused; entropies are not reported.
 *
 * @example
 * const policy = createTinkerPolicy(await client.createSampler({ baseModel: 'Qwen/Qwen3-8B' }));
 */
export function createTinkerPolicy(sampler: TinkerSampler): PolicySnapshot {
  checkArgument(sampler, 'sampler', { id: 'a string', sample: 'a function' });
  return samplerPolicy(sampler, () => true);
}

/**
 * `createTinkerPolicy`, and whether its weights are still there.
 *
 * @param isKept - Asked before each request: whether the server still has these weights.
 */
export function samplerPolicy(sampler: TinkerSampler, isKept: () => boolean): PolicySnapshot {
  const underWay = new Set<FollowingController>();
  let isClosed = false;
  const closed = () => new PolicyError('policy: expected an open policy, got a closed one');
  return {
    weightVersion: sampler.id,
    async generate(request: GenerateRequest, { signal, onWait }: GenerateOptions = {}): Promise<Generation> {
      checkGenerateRequest(request);
      signal?.throwIfAborted();
      const sampling = samplingOf(request);
      if (isClosed) throw closed();
      if (!isKept())
        throw new PolicyError(
          `policy: the server keeps only its current weights, and those of this policy (${sampler.id}) were trained further; create a new policy`,
        );
      const either = followSignal(signal);
      underWay.add(either);
      try {
        const asked = sampler.sample({ prompt: request.tokens, sampling }, { signal: either.signal, onWait });
        const { sequences } = await giveUpOnAbort(asked, either.signal);
        // The server gives no entropies, even if they were requested.
        const asAsked = { ...request, sampling: { ...request.sampling, entropies: false } };
        return checkedGeneration(readSequence(sequences[0], sampler.id), asAsked);
      } catch (error) {
        if (either.signal.aborted) throw either.signal.reason;
        if (error instanceof PolicyError || !(error instanceof ExternalError)) throw error;
        const { message, retryable, retryAfterMs } = error;
        throw new PolicyError(message, { cause: error, retryable, retryAfterMs });
      } finally {
        underWay.delete(either);
        either.release();
      }
    },
    close() {
      isClosed = true;
      for (const controller of underWay) controller.abort(closed());
      return Promise.resolve();
    },
  };
}

/** @throws RangeError for what the protocol cannot say. */
function samplingOf({ sampling }: GenerateRequest): TinkerSampling {
  const { maxTokens, stopTokens, temperature, topK, topP, minP = 0, seed } = sampling;
  if (minP !== 0)
    throw new RangeError(`request.sampling.minP: expected 0 (the protocol does not have it), got ${minP}`);
  return {
    maxTokens,
    temperature: temperature ?? 1,
    ...(stopTokens.length > 0 && { stop: stopTokens }),
    ...(topK !== undefined && { topK }),
    ...(topP !== undefined && { topP }),
    ...(seed !== undefined && { seed: integerSeed(seed, 2 ** 31) }),
  };
}

/** @throws PolicyError for an answer without a logprob of each token. */
function readSequence(sequence: TinkerSequence | undefined, version: string): Generation {
  if (sequence === undefined) throw new PolicyError('sample: the server gave no sequence', { retryable: true });
  const { tokens, logprobs, stopReason } = sequence;
  if (logprobs?.length !== tokens.length)
    throw new PolicyError(`sample: expected ${tokens.length} logprobs, got ${logprobs?.length ?? 'none'}`, {
      retryable: true,
    });
  return {
    tokens,
    logprobs,
    finishReason: stopReason,
    weightVersions: tokens.length === 0 ? [] : [{ version, start: 0, end: tokens.length }],
  };
}
