import * as tf from '@tensorflow/tfjs-core';

/**
 * Backends that keep tensors in this process's own memory, where a plain loop over a view is as good as a kernel: `cpu`
 * (typed arrays) and `wasm` (one heap).
 */
export interface HostMemory {
  /** @returns The tensor's values in place, not a copy. Allocating moves the wasm heap, so take the view afterwards. */
  view(tensor: tf.TensorInfo): Float32Array;
  /** @returns The ids in place. */
  viewInt(tensor: tf.TensorInfo): Int32Array;
  /** @returns A new float32 tensor, whatever the memory held. */
  empty(shape: number[]): tf.TensorInfo;
  /** @returns A new float32 tensor, filled with zeros. */
  zeros(shape: number[]): tf.TensorInfo;
}

/** @returns Direct access to the memory of the backend, or undefined where its tensors live elsewhere. */
export function hostMemory(backend: unknown = tf.backend()): HostMemory | undefined {
  if (isWasm(backend)) return wasmMemory(backend);
  if (isCpu(backend)) return cpuMemory(backend);
  return undefined;
}

/** The parts of tfjs-backend-wasm's BackendWasm that are used here. */
interface WasmBackend {
  typedArrayFromHeap(tensor: tf.TensorInfo): Float32Array | Int32Array | Uint8Array;
  makeOutput(shape: number[], dtype: tf.DataType): tf.TensorInfo;
}

/** The parts of tfjs-backend-cpu's MathBackendCPU that are used here. */
interface CpuBackend {
  readSync(dataId: tf.DataId): tf.TypedArray;
  makeTensorInfo(shape: number[], dtype: tf.DataType, values: tf.TypedArray): tf.TensorInfo;
}

function isWasm(backend: unknown): backend is WasmBackend {
  return typeof (backend as Partial<WasmBackend>).typedArrayFromHeap === 'function';
}

function isCpu(backend: unknown): backend is CpuBackend {
  return 'blockSize' in (backend as object) && typeof (backend as Partial<CpuBackend>).makeTensorInfo === 'function';
}

function wasmMemory(backend: WasmBackend): HostMemory {
  return {
    view: (tensor) => backend.typedArrayFromHeap(tensor) as Float32Array,
    viewInt: (tensor) => backend.typedArrayFromHeap(tensor) as Int32Array,
    empty: (shape) => backend.makeOutput(shape, 'float32'),
    zeros: (shape) => {
      const output = backend.makeOutput(shape, 'float32');
      (backend.typedArrayFromHeap(output) as Float32Array).fill(0);
      return output;
    },
  };
}

function cpuMemory(backend: CpuBackend): HostMemory {
  const zeros = (shape: number[]): tf.TensorInfo =>
    backend.makeTensorInfo(shape, 'float32', new Float32Array(shape.reduce((product, size) => product * size, 1)));
  return {
    view: (tensor) => backend.readSync(tensor.dataId) as Float32Array,
    viewInt: (tensor) => backend.readSync(tensor.dataId) as Int32Array,
    empty: zeros,
    zeros,
  };
}
