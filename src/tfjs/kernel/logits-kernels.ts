import { logitsBackward, logitsForward } from './logits-passes.js';
import { webGpuBackend } from './webgpu/backend.js';
import { webGpuLogitsBackward, webGpuLogitsForward } from './webgpu/logits.js';

/** One way to compute entry 2. */
export interface LogitsKernels {
  readonly forward: typeof logitsForward;
  readonly backward: typeof logitsBackward;
}

const PORTABLE: LogitsKernels = { forward: logitsForward, backward: logitsBackward };
const WEBGPU: LogitsKernels = { forward: webGpuLogitsForward, backward: webGpuLogitsBackward };

/** @returns The backend's own way to compute entry 2 where there is one, else the portable one. */
export function logitsKernels(kernel: 'auto' | 'portable'): LogitsKernels {
  return kernel === 'auto' && webGpuBackend() !== undefined ? WEBGPU : PORTABLE;
}
