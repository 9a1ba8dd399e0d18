import * as tf from '@tensorflow/tfjs-core';
import { type ModelDirectory, openTensorFiles, type TensorFiles } from '../../../../io/index.js';
import { hostMemory, type HostMemory } from '../../../internal/memory/host-memory.js';
import type { ParameterSpec } from '../../parameters.js';
import { fileShape } from './tensor-plan.js';
import { transposeInto } from './transpose.js';

/**
 * Opens a folder's tensors for as long as `use` takes.
 *
 * @param stem - `model`, `adapter_model`, `optimizer`.
 * @throws ModelFileError as `openTensorFiles`, and whatever `use` throws.
 */
export async function withTensorFiles<T>(
  directory: ModelDirectory,
  stem: string,
  use: (files: TensorFiles) => Promise<T>,
): Promise<T> {
  const files = await openTensorFiles(directory, stem);
  try {
    return await use(files);
  } finally {
    await files.close();
  }
}

/** The tensors to read, and how to store them. */
export type TensorToRead = Pick<ParameterSpec, 'name' | 'shape' | 'transposedInFiles'>;

/**
 * Reads tensors of a model's files to the current backend, one after the other, in pieces of a few megabytes. Where
 * tensors live in this process (`cpu`, `wasm`) nothing else is taken; elsewhere two copies of one tensor, while it goes over.
 *
 * @param onTensor - Called after each.
 * @returns The tensors by name, for the caller to dispose.
 * @throws ModelFileError for damaged files; the signal's reason when aborted. All tensors are disposed then.
 */
export async function readTensors(
  files: TensorFiles,
  wanted: readonly TensorToRead[],
  { signal, onTensor }: { readonly signal?: AbortSignal | undefined; readonly onTensor?: (name: string) => void } = {},
): Promise<Map<string, tf.Tensor>> {
  const tensors = new Map<string, tf.Tensor>();
  const scratch = new Scratch();
  try {
    for (const tensor of wanted) {
      signal?.throwIfAborted();
      tensors.set(tensor.name, await readTensor(files, tensor, scratch, signal));
      onTensor?.(tensor.name);
    }
    return tensors;
  } catch (error) {
    tf.dispose([...tensors.values()]);
    throw error;
  }
}

async function readTensor(
  files: TensorFiles,
  spec: TensorToRead,
  scratch: Scratch,
  signal: AbortSignal | undefined,
): Promise<tf.Tensor> {
  const memory = hostMemory();
  if (memory !== undefined) return readInPlace(files, spec, memory, signal);
  // A single row or column lies as its transpose does, and a backend may take the one for the other without a copy.
  const isTurned = spec.transposedInFiles && Math.min(...spec.shape) > 1;
  return isTurned ? uploadTransposed(files, spec, scratch, signal) : uploadTensor(files, spec, signal);
}

/** Reads straight into the backend's memory. */
async function readInPlace(
  files: TensorFiles,
  { name, shape, transposedInFiles }: TensorToRead,
  memory: HostMemory,
  signal: AbortSignal | undefined,
): Promise<tf.Tensor> {
  const tensor = tf.engine().makeTensorFromTensorInfo(memory.empty([...shape]));
  // In the file, where the matrix may lie as its transpose.
  const columns = transposedInFiles ? shape[0]! : 1;
  const stride = shape.at(-1) ?? 1;
  const put = (rows: Float32Array, first: number) => {
    // Get the view again for every piece: an allocation in between may have moved the heap.
    const values = memory.view(tensor);
    if (!transposedInFiles) values.set(rows, first);
    else {
      const from = { values: rows, at: 0, stride: columns };
      transposeInto(from, rows.length / columns, columns, { values, at: first, stride });
    }
  };
  try {
    await files.readRows(name, columns, put, signal);
  } catch (error) {
    tensor.dispose();
    throw error;
  }
  return tensor;
}

/** Hands the numbers over. The array is this tensor's alone: a backend may keep it. */
async function uploadTensor(
  files: TensorFiles,
  { name, shape }: TensorToRead,
  signal: AbortSignal | undefined,
): Promise<tf.Tensor> {
  const tensor = tf.tensor(await files.read(name, signal), [...shape], 'float32');
  // Backends copy an array at the first operation on it: after this one it can go.
  const first = shape.map(() => 0);
  const one = shape.map(() => 1);
  tf.slice(tensor, first, one).dispose();
  return tensor;
}

/** Hands the numbers over as they lie in the file; the backend turns them round, into memory of its own. */
async function uploadTransposed(
  files: TensorFiles,
  { name, shape }: TensorToRead,
  scratch: Scratch,
  signal: AbortSignal | undefined,
): Promise<tf.Tensor> {
  const values = scratch.take(shape[0]! * shape[1]!);
  const read = tf.tensor(
    await files.read(name, signal, values),
    fileShape({ shape, transposedInFiles: true }),
    'float32',
  );
  const turned = tf.transpose(read);
  read.dispose();
  return turned;
}

/** Memory that one tensor after the other passes through: a new array for each would have to be zeroed, and collected. */
class Scratch {
  #values = new Float32Array();

  take(count: number): Float32Array {
    if (count > this.#values.length) this.#values = new Float32Array(count);
    return this.#values.subarray(0, count);
  }
}
