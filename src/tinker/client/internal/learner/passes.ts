import type { TinkerBatch } from '../../../wire/messages.js';
import type { Objective, PackedBatch } from '../../../../base/index.js';
import { policyLoss } from '../../../../objective/index.js';
import { planTinkerObjective, type ExactPath } from '../../objective-plan.js';
import { batchDivisor, sequenceDivisor, type TinkerLossName, type TinkerSemantics } from '../../semantics.js';
import { datumOf, type SequencePlaces } from './sequence-places.js';

/** What one `forwardBackward` adds to the gradient. */
export interface PendingGradient {
  readonly sequences: readonly SequencePlaces[];
  /** Of each sequence's places, as ratios are taken from them; shape [L]. */
  readonly logprobs: readonly Float32Array[];
  /** ∂loss/∂logprob at those logprobs, by place in the batch; shape [N]. */
  readonly gradient: Float64Array;
}

/**
 * The passes that apply gradients, scaled so that what is left after the server's divisors is the sum of them.
 *
 * Where a server takes the mean of a request, each sequence is a request of its own: whatever the requests are cut into on their
 * way stays exact.
 */
export function exactPasses(
  { loss, lossConfig, reduction }: ExactPath,
  pending: readonly PendingGradient[],
): TinkerBatch[] {
  const step = pending.reduce((sum, { sequences }) => sum + sequences.length, 0);
  return pending.flatMap(({ sequences, logprobs, gradient }) => {
    const data = sequences.map((sequence, i) => {
      const divisor =
        sequenceDivisor(reduction.sequence, new Uint8Array(sequence.targets.length).fill(1)) *
        batchDivisor(reduction.batch, { request: 1, step });
      const upward = Float32Array.from(gradient.subarray(sequence.from, sequence.to), (value) => -value * divisor);
      return datumOf(
        sequence,
        loss === 'cross_entropy'
          ? { weights: upward }
          : { logprobs: logprobs[i]!.map((value) => (Number.isFinite(value) ? value : 0)), advantages: upward },
      );
    });
    const requests = reduction.batch === 'request' ? data.map((datum) => [datum]) : [data];
    return requests.map((sent) => ({ loss, lossConfig, data: sent }));
  });
}

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

/** Of the largest derivative: rounding, and no more. */
const TOLERANCE = 1e-5;

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
  if (loss === 'ppo' && atOld.some((value, t) => value * advantages[t]! > 0)) return undefined;
  const reduction = (loss === 'cross_entropy' ? semantics.crossEntropy : semantics.importanceSampling)!;
  const logprobs = sequences.map(({ from, to }) => oldLogprobs.subarray(from, to));
  return {
    requests: exactPasses({ loss, lossConfig, reduction }, [{ sequences, logprobs, gradient: atOld }]),
    isExactAt: (found, gradient) => {
      const most = gradient.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
      return gradient.every((value, t) => {
        const ratio = Math.exp(found[t]! - oldLogprobs[t]!);
        return Math.abs(value + appliedUpward(loss, -atOld[t]!, ratio, lossConfig)) <= TOLERANCE * most;
      });
    },
  };
}

/**
 * @param value - The weight of `cross_entropy`, the advantage of the others.
 * @param ratio - How much likelier the token is now than it is said to have been.
 * @param lossConfig - Between which ratios the loss clips.
 * @returns What a loss of the protocol applies to a place: −∂loss/∂logprob, before anything divides it.
 */
function appliedUpward(
  loss: TinkerLossName,
  value: number,
  ratio: number,
  lossConfig: TinkerBatch['lossConfig'] = {},
): number {
  if (loss === 'cross_entropy') return value;
  const { clip_low_threshold: least = -Infinity, clip_high_threshold: most = Infinity } = lossConfig;
  const clipped = Math.min(Math.max(ratio, least), most);
  if (loss === 'cispo') return value * clipped;
  return value * clipped < value * ratio ? 0 : value * ratio;
}
