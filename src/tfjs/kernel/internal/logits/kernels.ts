import type * as tf from '@tensorflow/tfjs-core';
import { logitsBackward, logitsForward } from './passes.js';
import { nativeBackend } from '../tensorflow/backend.js';
import { nativeLogitsBackward, nativeLogitsForward } from '../tensorflow/logits.js';
import { webGpuBackend } from '../webgpu/backend.js';
import { webGpuLogitsBackward, webGpuLogitsForward } from '../webgpu/logits.js';

/** What is known of each row of logits; shapes [N]. */
export interface RowStatistics {
  /** log p of the target. */
  readonly logprobs: tf.Tensor1D;
  /** log Σ_j e^{z_j}. */
  readonly logSumExp: tf.Tensor1D;
  /** −Σ_j p_j log p_j. */
  readonly entropy: tf.Tensor1D;
  /** p − onehot, shape [N, V], where the forward pass comes by it anyway. */
  readonly residual?: tf.Tensor2D | undefined;
}

/** One way to compute `logprobsFromLogits`. */
export interface LogitsKernels {
  /** @param withGradient - Whether a backward pass may follow. */
  readonly forward: (
    logits: tf.Tensor2D,
    targets: tf.Tensor1D,
    temperature: number,
    withGradient: boolean,
  ) => RowStatistics;
  /** @returns ∂L/∂logits, [N, V]. */
  readonly backward: (
    logits: tf.Tensor2D,
    targets: tf.Tensor1D,
    temperature: number,
    statistics: Omit<RowStatistics, 'logprobs'>,
    upstream: { readonly logprobs: tf.Tensor1D; readonly entropy: tf.Tensor1D | undefined },
  ) => tf.Tensor2D;
}

const PORTABLE: LogitsKernels = { forward: logitsForward, backward: logitsBackward };
const WEBGPU: LogitsKernels = { forward: webGpuLogitsForward, backward: webGpuLogitsBackward };
const NATIVE: LogitsKernels = { forward: nativeLogitsForward, backward: nativeLogitsBackward };

/** @returns The backend's own way to compute `logprobsFromLogits` where there is one, else the portable one. */
export function logitsKernels(kernel: 'auto' | 'portable'): LogitsKernels {
  if (kernel === 'portable') return PORTABLE;
  if (webGpuBackend() !== undefined) return WEBGPU;
  return nativeBackend() === undefined ? PORTABLE : NATIVE;
}
