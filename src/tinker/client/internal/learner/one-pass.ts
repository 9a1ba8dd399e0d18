import type { Objective, PackedBatch } from '../../../../base/index.js';
import { policyLoss } from '../../../../objective/index.js';
import type { TinkerBatch } from '../../tinker-model.js';
import { planTinkerObjective } from '../../objective-plan.js';
import type { TinkerSemantics } from '../../semantics.js';
import { exactPasses } from './exact-passes.js';
import type { SequencePlaces } from './sequence-places.js';

/** A batch under a loss of the server's that means its objective. */
export interface OnePass {
  readonly requests: readonly TinkerBatch[];
  /** Whether it does at the logprobs that the server turns out to have; shape [N]. */
  readonly isExactAt: (logprobs: Float32Array) => boolean;
}

/**
 * Where no weight has moved, every ratio is 1 and nothing is clipped: there −∂loss/∂logprob is the advantage of the server's loss, with the weight
 * of the token's loss and of rollout correction in it.
 *
 * @returns undefined where the objective, or this batch of it, takes two passes.
 */
export function onePassOf(
  batch: PackedBatch,
  objective: Objective,
  sequences: readonly SequencePlaces[],
  semantics: TinkerSemantics,
): OnePass | undefined {
  const { passes, loss, lossConfig, logRatioLimit = Infinity } = planTinkerObjective(objective, semantics);
  if (passes === 2) return undefined;
  const { oldLogprobs, advantages, responseMask } = batch;
  const { gradient } = policyLoss({ ...batch, logprobs: oldLogprobs }, objective);
  // A negative weight would turn an advantage round, and with it the side that is clipped.
  if (loss === 'ppo' && gradient.some((slope, t) => slope * advantages[t]! > 0)) return undefined;
  const reduction = (loss === 'cross_entropy' ? semantics.crossEntropy : semantics.importanceSampling)!;
  const logprobs = sequences.map(({ from, to }) => oldLogprobs.subarray(from, to));
  return {
    requests: exactPasses({ loss, lossConfig, reduction }, [{ sequences, logprobs, gradient }]),
    isExactAt: (found) =>
      found.every((logprob, t) => responseMask[t] === 0 || Math.abs(logprob - oldLogprobs[t]!) <= logRatioLimit),
  };
}
