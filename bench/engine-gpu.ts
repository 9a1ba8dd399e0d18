import type { GpuCounts } from './engine-problem.js';

type Method = (this: unknown, ...args: unknown[]) => unknown;
interface GpuClasses {
  readonly GPUQueue: { readonly prototype: { [method: string]: Method } };
  readonly GPUComputePassEncoder: { readonly prototype: { [method: string]: Method } };
  readonly GPUBuffer: { readonly prototype: { [method: string]: Method } };
}

const READ = 1;

/**
 * Counts what WebGPU is asked for from now on.
 *
 * @returns A function that gives the counts since its last call.
 */
export function countGpuCalls(): () => GpuCounts {
  const { GPUQueue, GPUComputePassEncoder, GPUBuffer } = globalThis as unknown as GpuClasses;
  let counts = { dispatches: 0, submits: 0, readBytes: 0, writtenBytes: 0 };
  const watch = (holder: { [method: string]: Method }, method: string, note: Method) => {
    const original = holder[method]!;
    holder[method] = function (...args) {
      note.apply(this, args);
      return original.apply(this, args);
    };
  };
  watch(GPUQueue.prototype, 'submit', () => counts.submits++);
  watch(GPUQueue.prototype, 'writeBuffer', (_buffer, _offset, data, start, size) => {
    const { byteLength, BYTES_PER_ELEMENT: each = 1 } = data as ArrayBuffer & { readonly BYTES_PER_ELEMENT?: number };
    counts.writtenBytes += size === undefined ? byteLength - Number(start ?? 0) * each : Number(size) * each;
  });
  watch(GPUComputePassEncoder.prototype, 'dispatchWorkgroups', () => counts.dispatches++);
  watch(GPUBuffer.prototype, 'mapAsync', function (mode, offset, size) {
    const whole = (this as { readonly size: number }).size;
    if (mode === READ) counts.readBytes += Number(size ?? whole - Number(offset ?? 0));
  });
  return () => {
    const counted = counts;
    counts = { dispatches: 0, submits: 0, readBytes: 0, writtenBytes: 0 };
    return counted;
  };
}
