import type { LogitsKernels } from './logits-kernels.js';
import { logitsBackward, logitsForward } from './passes.js';
import { nativeBackend } from '../tensorflow/backend.js';
import { nativeLogitsBackward, nativeLogitsForward } from '../tensorflow/logits.js';
import { webGpuBackend } from '../webgpu/backend.js';
import { webGpuLogitsBackward, webGpuLogitsForward } from '../webgpu/logits.js';

const PORTABLE: LogitsKernels = { forward: logitsForward, backward: logitsBackward };
const WEBGPU: LogitsKernels = { forward: webGpuLogitsForward, backward: webGpuLogitsBackward };
const NATIVE: LogitsKernels = { forward: nativeLogitsForward, backward: nativeLogitsBackward };

/** @returns The backend's own way to compute `logprobsFromLogits` where there is one, else the portable one. */
export function logitsKernels(kernel: 'auto' | 'portable'): LogitsKernels {
  if (kernel === 'portable') return PORTABLE;
  if (webGpuBackend() !== undefined) return WEBGPU;
  return nativeBackend() === undefined ? PORTABLE : NATIVE;
}
