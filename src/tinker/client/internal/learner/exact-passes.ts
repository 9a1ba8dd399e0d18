import { CapabilityError } from '../../../../base/index.js';
import type { TinkerLossName, TinkerReduction, TinkerSemantics } from '../../semantics.js';
import type { TinkerBatch } from '../../tinker-model.js';
import { batchDivisor, sequenceDivisor } from './reduction.js';
import { datumOf, type SequencePlaces } from './sequence-places.js';

/** How a gradient is applied exactly on a server: a loss of its own, and how it reduces that. */
export interface ExactPath {
  readonly loss: TinkerLossName;
  readonly lossConfig?: TinkerBatch['lossConfig'];
  readonly reduction: TinkerReduction;
}

/**
 * Cross-entropy weighs log π by a constant: its derivative by log π_t is −weights[t], whatever the logprobs are. Importance
 * sampling's is −advantages[t] · ratio, and the ratio is 1 where the logprobs sent are those that the model has. Its advantages are
 * in no divisor, so that it can be exact where the weights of cross-entropy divide themselves away.
 *
 * @throws CapabilityError where the server's losses apply no gradient exactly.
 */
export function exactPath({ crossEntropy, importanceSampling, clipsGradients }: TinkerSemantics): ExactPath {
  if (clipsGradients)
    throw new CapabilityError(
      'losses',
      'capabilities.losses: expected a server that clips gradients only where it is asked to, got one that always does; ' +
        'nothing can be trained exactly on it',
    );
  if (crossEntropy !== undefined && isIndependent(crossEntropy))
    return { loss: 'cross_entropy', reduction: crossEntropy };
  if (importanceSampling !== undefined) return { loss: 'importance_sampling', reduction: importanceSampling };
  throw new CapabilityError(
    'losses',
    'capabilities.losses: expected a server that sums, or whose divisors are known, got one whose cross_entropy and ' +
      'importance_sampling apply gradients in a way that the probe has no name for; nothing can be trained exactly on it',
  );
}

/** Whether what a gradient is divided by is known when it is sent, and the same whatever its weights are. */
export function isApplicableAtOnce(reduction: TinkerReduction | undefined): reduction is TinkerReduction {
  return reduction !== undefined && isIndependent(reduction) && reduction.batch !== 'step';
}

/** Whether the divisor of a sequence is the same whatever its weights are. */
function isIndependent({ sequence }: TinkerReduction): boolean {
  return sequence === 'none' || sequence === 'length';
}

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
      const length = sequence.targets.length;
      const divisor =
        sequenceDivisor(reduction.sequence, new Uint8Array(length).fill(1)) *
        batchDivisor(reduction.batch, { request: 1, step });
      const upward = Float32Array.from(gradient.subarray(sequence.from, sequence.to), (slope) => -slope * divisor);
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
