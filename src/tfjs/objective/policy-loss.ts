import type * as tf from '@tensorflow/tfjs-core';
import { parseOptions } from '../../base/internal/index.js';
import type { PolicyLossInput } from '../../objective/index.js';
import type { Objective } from '../../base/index.js';
import { objectiveSchema } from '../../objective/internal/objective-schema.js';
import { checkPolicyLossInput } from '../../objective/internal/check-policy-loss-input.js';
import { detach } from './internal/detach.js';
import { computePolicyLoss } from './internal/compute-policy-loss.js';
import { readWithoutWaiting } from '../kernel/internal/memory/read-without-waiting.js';
import { scope } from '../kernel/internal/memory/scope.js';
import { expectTensor } from '../kernel/internal/tensor-arguments.js';
import { withGradients } from './internal/with-gradients.js';

/**
 * What `policyLoss` of `objective/` takes, with the two arrays that depend on the weights as tensors of shape [N]:
 * `policyLossFromLogprobs({ ...batch, logprobs }, grpoRoc())`.
 */
export interface TensorPolicyLossInput extends Omit<PolicyLossInput, 'logprobs' | 'entropies'> {
  readonly logprobs: tf.Tensor1D;
  readonly entropies?: tf.Tensor1D | undefined;
}

/** A loss as tensors; only `loss` carries a gradient. */
export interface TensorPolicyLoss {
  /** Scalar; differentiable with respect to `logprobs`, and to `entropies` with an entropy bonus. */
  readonly loss: tf.Scalar;
  /** The policy loss of each token before its weight, importance weight included; shape [N]; 0 outside the mask. */
  readonly losses: tf.Tensor1D;
  /** Scalars under verl's names. Means are over counted tokens. */
  readonly metrics: { readonly [name: string]: tf.Scalar };
}

/**
 * The loss of an objective on packed tokens, as tensors: the same family, options and names as `policyLoss`.
 *
 * loss = Σ_t w_t (ρ^rollout_t ℓ_t + β kl_t − c H_t)
 *
 * The derivative is the exact one of `objective/`, not autodiff through clips and maxima. A batch without counted tokens
 * has loss zero and gradient zero.
 *
 * @throws RangeError for shapes that do not fit and for values of counted tokens that are not finite; TypeError for an
 *   array that the objective needs and was not given. Tensors on WebGL and WebGPU are checked by shape and type only,
 *   because reading them would stall the device.
 */
export function policyLossFromLogprobs(input: TensorPolicyLossInput, objective: Objective): TensorPolicyLoss {
  const parsed = parseOptions(objectiveSchema, objective, 'objective');
  const { logprobs, entropies, ...batch } = input;
  const length = input.responseMask.length;
  expectTensor('input.logprobs', logprobs, [length], 'the response mask');
  if (entropies !== undefined) expectTensor('input.entropies', entropies, [length], 'the response mask');
  const read = (tensor: tf.Tensor1D): ArrayLike<number> => readWithoutWaiting(tensor) ?? new Float32Array(length);
  checkPolicyLossInput(
    { ...batch, logprobs: read(logprobs), entropies: entropies && read(entropies) },
    { kl: parsed.kl !== undefined, entropy: parsed.entropy !== undefined },
  );
  return scope(() => {
    const { loss, slopes, losses, metrics } = computePolicyLoss(
      { ...batch, logprobs: detach(logprobs), entropies: entropies && detach(entropies) },
      parsed,
    );
    return {
      loss: withGradients(loss, entropies === undefined ? [logprobs] : [logprobs, entropies], slopes),
      losses,
      metrics,
    };
  });
}
