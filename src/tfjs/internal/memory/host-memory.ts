import * as tf from '@tensorflow/tfjs-core';
import type { WasmMemory } from '../compiled/web-assembly.js';

/**
 * Backends that keep tensors in this process's own memory, where a plain loop over a view is as good as a kernel: `cpu`
 * (typed arrays) and `wasm` (one heap).
 */
export interface HostMemory {
  /** @returns The tensor's values in place, not a copy. Allocating moves the wasm heap, so take the view afterwards. */
  view(tensor: tf.TensorInfo): Float32Array;
  /** @returns The ids in place. */
  viewInt(tensor: tf.TensorInfo): Int32Array;
  /** @returns A new float32 tensor, whatever was in the memory. */
  empty(shape: number[]): tf.TensorInfo;
  /** @returns A new float32 tensor, filled with zeros. */
  zeros(shape: number[]): tf.TensorInfo;
  /**
   * Lets `use` see a run of rows of a matrix as a tensor without copying them. The tensor is gone afterwards, and must
   * not be part of what is returned. Absent where a tensor cannot share another's memory.
   */
  readonly borrowRows?: <T>(matrix: tf.Tensor2D, start: number, end: number, use: (rows: tf.Tensor2D) => T) => T;
  /** The memory of the backend's own program, and where a tensor begins in it. Absent on `cpu`. */
  readonly heap?: { readonly memory: WasmMemory; addressOf(tensor: tf.TensorInfo): number };
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
  makeOutput(shape: number[], dtype: tf.DataType, memoryOffset?: number): tf.TensorInfo;
  getMemoryOffset(dataId: tf.DataId): number;
  incRef(dataId: tf.DataId): void;
  readonly dataIdMap: { get(dataId: tf.DataId): { readonly id: number }; delete(dataId: tf.DataId): boolean };
  readonly wasm: {
    readonly tfjs: { disposeData(id: number): void };
    readonly asm: { readonly memory: WasmMemory };
  };
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
    borrowRows: (matrix, start, end, use) => borrowRows(backend, matrix, start, end, use),
    heap: {
      memory: backend.wasm.asm.memory,
      addressOf: ({ dataId }) => backend.getMemoryOffset(dataId),
    },
  };
}

/**
 * A tensor at an address inside another one. It is given a second reference, so that disposing it does not free the
 * address, and is then struck off tfjs's books by hand.
 */
function borrowRows<T>(
  backend: WasmBackend,
  matrix: tf.Tensor2D,
  start: number,
  end: number,
  use: (rows: tf.Tensor2D) => T,
): T {
  const width = matrix.shape[1];
  const address = backend.getMemoryOffset(matrix.dataId) + start * width * Float32Array.BYTES_PER_ELEMENT;
  const info = backend.makeOutput([end - start, width], 'float32', address);
  backend.incRef(info.dataId);
  const rows = tf.engine().makeTensorFromTensorInfo(info) as tf.Tensor2D;
  try {
    return use(rows);
  } finally {
    rows.dispose();
    tf.engine().removeDataId(info.dataId, backend as unknown as tf.KernelBackend);
    backend.wasm.tfjs.disposeData(backend.dataIdMap.get(info.dataId).id);
    backend.dataIdMap.delete(info.dataId);
  }
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

/**
 * A tensor's values, where having them does not stall a device's queue: `cpu` and `wasm` keep them in this process's
 * memory, and TensorFlow's C library runs operations as they are called.
 *
 * @returns A copy of the values, or undefined on WebGL and WebGPU.
 */
export function readWithoutWaiting(tensor: tf.Tensor1D): Float32Array | Int32Array | undefined {
  if (hostMemory() === undefined && tf.getBackend() !== 'tensorflow') return undefined;
  return tensor.dataSync() as Float32Array | Int32Array;
}
