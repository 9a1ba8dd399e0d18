import type { Objective, PackedBatch } from '../../../../base/index.js';
import { policyLoss } from '../../../../objective/index.js';
import type { TinkerBatch } from '../../tinker-model.js';
import { planTinkerObjective } from '../../objective-plan.js';
import type { TinkerSemantics } from '../../semantics.js';
import { appliedUpward } from './built-in-losses.js';
import { exactPasses } from './exact-passes.js';
import type { SequencePlaces } from './sequence-places.js';

/** Of the largest slope: rounding, and no more. */
const TOLERANCE = 1e-5;

/** A batch under a loss of the server's that means its objective. */
export interface OnePass {
  readonly requests: readonly TinkerBatch[];
  /**
   * Whether it does at the logprobs that the server turns out to have: a ratio may be beyond what has a gradient in the objective.
   *
   * @param gradient - ∂loss/∂logprob of the objective at those. Shapes [N].
   */
  readonly isExactAt: (logprobs: Float32Array, gradient: Float64Array) => boolean;
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
  const plan = planTinkerObjective(objective, semantics);
  if (plan.passes === 2) return undefined;
  const { loss, lossConfig } = plan;
  const { oldLogprobs, advantages } = batch;
  const { gradient: atOld } = policyLoss({ ...batch, logprobs: oldLogprobs }, objective);
  // A negative weight would turn an advantage round, and with it the side that is clipped.
  if (loss === 'ppo' && atOld.some((slope, t) => slope * advantages[t]! > 0)) return undefined;
  const reduction = (loss === 'cross_entropy' ? semantics.crossEntropy : semantics.importanceSampling)!;
  const logprobs = sequences.map(({ from, to }) => oldLogprobs.subarray(from, to));
  return {
    requests: exactPasses({ loss, lossConfig, reduction }, [{ sequences, logprobs, gradient: atOld }]),
    isExactAt: (found, gradient) => {
      const most = gradient.reduce((largest, slope) => Math.max(largest, Math.abs(slope)), 0);
      return gradient.every((slope, t) => {
        const ratio = Math.exp(found[t]! - oldLogprobs[t]!);
        return Math.abs(slope + appliedUpward(loss, -atOld[t]!, ratio, lossConfig)) <= TOLERANCE * most;
      });
    },
  };
}
