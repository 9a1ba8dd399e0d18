import { headBackward } from './head/backward.js';
import { headForward } from './head/forward.js';
import type { HeadKernels } from './head/output-head.js';
import { logitsBackward, logitsForward, type LogitsKernels } from './logits/passes.js';
import { nativeLogitsBackward, nativeLogitsForward } from './tensorflow.js';
import { nativeBackend } from '../../internal/native/backend.js';
import { webGpuBackend } from '../../internal/webgpu/backend.js';
import { WEBGPU_HEAD, WEBGPU_LOGITS } from './webgpu/kernels.js';

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
  return choose(kernel, { portable: PORTABLE_HEAD, webGpu: WEBGPU_HEAD, native: NATIVE_HEAD });
}

/** @returns The backend's own way to compute `logprobsFromLogits` where there is one, else the portable one. */
export function logitsKernels(kernel: 'auto' | 'portable'): LogitsKernels {
  return choose(kernel, {
    portable: { forward: logitsForward, backward: logitsBackward },
    webGpu: WEBGPU_LOGITS,
    native: { forward: nativeLogitsForward, backward: nativeLogitsBackward },
  });
}

function choose<T>(kernel: 'auto' | 'portable', from: { readonly [form in 'portable' | 'webGpu' | 'native']: T }): T {
  if (kernel === 'portable') return from.portable;
  if (webGpuBackend() !== undefined) return from.webGpu;
  return nativeBackend() === undefined ? from.portable : from.native;
}
