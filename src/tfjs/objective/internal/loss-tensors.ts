import * as tf from '@tensorflow/tfjs-core';
import type { TokenLayout } from '../../../base/index.js';
import { gatherRowsUnchecked, scatterAddRows } from '../../internal/memory/row-kernels.js';
import { scope } from '../../internal/memory/scope.js';

/** What every loss of the family is worked out from; tensors have shape [N] and are 0 outside the mask. */
export interface LossTensors {
  /** log π. */
  readonly logprobs: tf.Tensor1D;
  /** log π − log π_old, not clamped. */
  readonly logRatios: tf.Tensor1D;
  readonly advantages: tf.Tensor1D;
  /** w_t, aggregation and importance weights together. */
  readonly weights: tf.Tensor1D;
  readonly mask: tf.Tensor1D;
  /** Counted tokens. */
  readonly count: number;
  readonly sequences: Sequences;
  readonly host: HostTokens;
}

/** The parts of the batch that never were on the device. */
export interface HostTokens {
  readonly advantages: ArrayLike<number>;
  readonly responseMask: ArrayLike<number>;
  readonly offsets: ArrayLike<number>;
  readonly oldLogprobs: ArrayLike<number>;
  readonly rolloutWeights: ArrayLike<number> | undefined;
}

/** Sums over the counted tokens of each sequence, and back. */
export interface Sequences {
  /** @param values - Shape [N], 0 outside the mask. @returns Shape [S]. */
  sum(values: tf.Tensor1D): tf.Tensor1D;
  /** The same, divided by the number of counted tokens. @param countEpsilon - Added to that number. Default 0. */
  mean(values: tf.Tensor1D, countEpsilon?: number): tf.Tensor1D;
  /** @param values - Shape [S]. @returns Each token's sequence's value, shape [N]. */
  spread(values: tf.Tensor1D): tf.Tensor1D;
}

/** What a loss gives; the names are those of `LossTerms` in `objective/`. */
export interface LossOutputs {
  /** ℓ_t, not weighted; shape [N]; anything outside the mask. */
  readonly losses: tf.Tensor1D;
  /** ∂(Σ w_t ℓ_t) / ∂ log π_t; shape [N]; 0 outside the mask. */
  readonly gradient: tf.Tensor1D;
  /** Means over counted tokens, under verl's names. */
  readonly metrics: { readonly [name: string]: tf.Scalar };
}

/** @returns The mean over counted tokens; 0 where there are none. */
export function countedMean(values: tf.Tensor, { mask, count }: LossTensors): tf.Scalar {
  return tf.div(tf.sum(tf.mul(tf.cast(values, 'float32'), mask)), Math.max(count, 1));
}

/** @returns Which tokens the mask counts, as a condition; shape [N]. */
export function countedMask({ responseMask }: Pick<TokenLayout, 'responseMask'>): tf.Tensor1D {
  const counted = Array.from(responseMask, (bit) => bit !== 0);
  return tf.tensor1d(counted, 'bool');
}

/** @returns 1 where the condition holds, 0 elsewhere. */
export function indicator(condition: tf.Tensor): tf.Tensor1D {
  return tf.cast(condition, 'float32') as tf.Tensor1D;
}

/** @returns Values clamped to [low, high]; a bound at infinity costs nothing. */
export function clamp(values: tf.Tensor1D, low: number, high: number): tf.Tensor1D {
  const below = high === Infinity ? values : tf.minimum<tf.Tensor1D>(values, high);
  return low === -Infinity ? below : tf.maximum<tf.Tensor1D>(below, low);
}

/** @returns Sums by sequence, through one scatter and one gather. */
export function sequencesOf(offsets: ArrayLike<number>, counts: Int32Array, length: number): Sequences {
  const ids = new Int32Array(length);
  for (let i = 0; i < counts.length; i++) ids.fill(i, offsets[i], offsets[i + 1]);
  const size = Math.max(counts.length, 1);
  const divisors = (countEpsilon: number): tf.Tensor1D =>
    tf.tensor1d(Float32Array.from({ length: size }, (_, i) => Math.max(counts[i] ?? 0, 1) + countEpsilon));
  const sum = (values: tf.Tensor1D): tf.Tensor1D =>
    scope(() => tf.squeeze(scatterAddRows(tf.expandDims(values, 1), tf.tensor1d(ids, 'int32'), size), [1]));
  return {
    sum,
    mean: (values, countEpsilon = 0) => scope(() => tf.div(sum(values), divisors(countEpsilon))),
    spread: (values) =>
      scope(() => tf.squeeze(gatherRowsUnchecked(tf.expandDims(values, 1), tf.tensor1d(ids, 'int32')), [1])),
  };
}
