import { headBackward } from './backward.js';
import { headForward } from './forward.js';
import type { HeadKernels } from './output-head.js';
import { nativeBackend } from '../tensorflow/backend.js';
import { webGpuBackend } from '../webgpu/backend.js';
import { WEBGPU_HEAD } from '../webgpu/head.js';

/**
 * The composite of tfjs operations that runs on every backend.
 *
 * 1024 × 1000 numbers are 4 MB, which stays in cache; a power of two of words would make transposes slow.
 */
const PORTABLE_HEAD: HeadKernels = {
  chunk: { tokens: 1024, vocabulary: 1000, blockTokens: 4096 },
  forward: headForward,
  backward: headBackward,
};

/** The same in larger pieces: TensorFlow's C library divides each operation among threads. */
const NATIVE_HEAD: HeadKernels = { ...PORTABLE_HEAD, chunk: { tokens: 1024, vocabulary: 4000, blockTokens: 4096 } };

/** @returns The backend's own way to compute `logprobsFromHidden` where there is one, else the portable one. */
export function headKernels(kernel: 'auto' | 'portable'): HeadKernels {
  if (kernel === 'portable') return PORTABLE_HEAD;
  if (webGpuBackend() !== undefined) return WEBGPU_HEAD;
  return nativeBackend() === undefined ? PORTABLE_HEAD : NATIVE_HEAD;
}
