import * as tf from '@tensorflow/tfjs-core';
import type { Objective } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import {
  checkPolicyLossInput,
  CountedBatch,
  evaluateObjective,
  float64Arithmetic,
  objectiveSchema,
} from '../../objective/compat.js';
import type { FilledObjective, Loss } from '../../objective/compat.js';
import type { PolicyLossInput } from '../../objective/index.js';
import { detach, differentiable, withGradients } from '../internal/differentiable.js';
import { gatherRowsUnchecked, scatterAddRows } from '../internal/memory/row-kernels.js';
import { readWithoutWaiting } from '../internal/memory/host-memory.js';
import { scope } from '../internal/memory/scope.js';
import { expectTensor } from '../internal/tensor-arguments.js';
import { tensorArithmetic } from './internal/tensor-arithmetic.js';

/**
 * The input of `policyLoss` of `objective/`, with the two arrays that depend on the weights as tensors of shape [N]:
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
 * loss = Σ_t w_t (m_t ρ^rollout_t ℓ_t + β kl_t − c H_t)
 *
 * The derivative is the exact one of `objective/`, not autodiff through clips and maxima. A batch without counted tokens
 * has loss zero and gradient zero.
 *
 * @throws RangeError for shapes that do not fit, for values of counted tokens that are not finite, and for a batch whose
 *   weights were made by another aggregation than the objective's; TypeError for an array that the objective needs and was
 *   not given. Tensors on WebGL and WebGPU are checked by shape and type only, because reading them would stall the device;
 *   if a counted logprob there is not finite, loss and gradient are NaN.
 *
 * @example
 * const { loss } = policyLossFromLogprobs({ logprobs: tf.tensor1d([-1, -1]), oldLogprobs, advantages, ...layout }, grpoRoc());
 */
export function policyLossFromLogprobs(input: TensorPolicyLossInput, objective: Objective): TensorPolicyLoss {
  const parsed = parseOptions(objectiveSchema, objective, 'objective');
  const { logprobs, entropies, responseMask } = input;
  expectTensor('input.logprobs', logprobs, [responseMask.length], 'the response mask');
  if (entropies !== undefined) expectTensor('input.entropies', entropies, [responseMask.length], 'the response mask');
  const read = (tensor: tf.Tensor1D): ArrayLike<number> => readWithoutWaiting(tensor) ?? new Float32Array(tensor.size);
  checkPolicyLossInput(
    { ...input, logprobs: read(logprobs), entropies: entropies && read(entropies) },
    { kl: parsed.kl !== undefined, entropy: parsed.entropy !== undefined },
  );
  return evaluateChecked(input, parsed);
}

/** `policyLossFromLogprobs` of an input and an objective that were checked, by any loss. */
export function evaluateChecked(
  input: TensorPolicyLossInput,
  objective: FilledObjective,
  rule?: Loss,
): TensorPolicyLoss {
  const batch = new CountedBatch(input);
  const length = input.responseMask.length;
  return scope(() => {
    if (batch.size === 0) return emptyLoss(batch, input, objective, rule);
    const positions = () => tf.tensor1d(batch.positions, 'int32');
    const putBack = (values: tf.Tensor1D): tf.Tensor1D =>
      batch.isWhole ? values : tf.squeeze(scatterAddRows(tf.expandDims(values, 1), positions(), length), [1]);
    const pick = (values: tf.Tensor1D): tf.Tensor1D =>
      batch.isWhole
        ? values
        : differentiable([values], (all) => ({
            value: tf.squeeze<tf.Tensor1D>(gatherRowsUnchecked(tf.expandDims(detach(all), 1), positions()), [1]),
            gradient: (dy) => [putBack(dy)],
          }));
    const logprobs = pick(input.logprobs);
    const entropies = input.entropies && pick(input.entropies);
    const trained = entropies === undefined ? [logprobs] : [logprobs, entropies];
    const result = evaluateCounted(batch, input, { logprobs, entropies }, trained, objective, rule);
    return { ...result, losses: putBack(result.losses) };
  });
}

/**
 * The same of the counted tokens alone: tensors of the model have shape [M], and so have the losses.
 *
 * @param trained - The tensors that get a gradient: the logprobs, and the entropies or not.
 */
export function evaluateCounted(
  batch: CountedBatch,
  input: Omit<TensorPolicyLossInput, 'logprobs' | 'entropies'>,
  { logprobs, entropies }: { readonly logprobs: tf.Tensor1D; readonly entropies: tf.Tensor1D | undefined },
  trained: readonly tf.Tensor1D[],
  objective: FilledObjective,
  rule?: Loss,
): TensorPolicyLoss {
  return scope(() => {
    const constants = { logprobs: detach(logprobs), entropies: entropies && detach(entropies) };
    const arithmetic = tensorArithmetic(batch.offsets);
    const evaluated = evaluateObjective(arithmetic, batch, input, constants, objective, rule);
    // Where values could not be looked at, limits may have turned a NaN into a number.
    const orNaN = readWithoutWaiting(logprobs) === undefined ? nanUnlessFinite(constants.logprobs) : same;
    const bonus = -(objective.entropy?.coefficient ?? 0);
    const gradients = [orNaN(evaluated.gradient)];
    if (trained.length > 1) gradients.push(tf.mul(orNaN(evaluated.weights), bonus));
    return {
      loss: withGradients(orNaN(evaluated.loss), trained, gradients),
      losses: evaluated.losses,
      metrics: { ...evaluated.metrics, 'actor/pg_loss': orNaN(evaluated.metrics['actor/pg_loss']!) },
    };
  });
}

/** For a batch without counted tokens: takes the metrics from the plain form, because empty tensors cannot be gathered. */
function emptyLoss(
  batch: CountedBatch,
  input: TensorPolicyLossInput,
  objective: FilledObjective,
  rule: Loss | undefined,
): TensorPolicyLoss {
  const { logprobs, entropies } = input;
  const empty = new Float64Array(0);
  const model = { logprobs: empty, entropies: entropies && empty };
  const { loss, metrics } = evaluateObjective(float64Arithmetic(batch.offsets), batch, input, model, objective, rule);
  const tensors = entropies === undefined ? [logprobs] : [logprobs, entropies];
  const gradients = tensors.map((tensor) => tf.zerosLike(tensor));
  return {
    loss: withGradients(tf.scalar(loss), tensors, gradients),
    losses: tf.zerosLike(logprobs),
    metrics: Object.fromEntries(Object.entries(metrics).map(([name, value]) => [name, tf.scalar(value)])),
  };
}

/** @returns A function that makes all values NaN if any logprob is not finite. */
function nanUnlessFinite(logprobs: tf.Tensor1D): <T extends tf.Tensor>(values: T) => T {
  const anyBroken = tf.any(tf.logicalNot(tf.isFinite(logprobs)));
  return <T extends tf.Tensor>(values: T) =>
    tf.where(tf.broadcastTo(anyBroken, values.shape), tf.fill(values.shape, NaN), values) as T;
}

function same<T>(values: T): T {
  return values;
}
