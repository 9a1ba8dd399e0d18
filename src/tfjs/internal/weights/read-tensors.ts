import * as tf from '@tensorflow/tfjs-core';
import type { TensorFiles } from '../../../io/index.js';
import type { ParameterSpec } from '../../model/parameters.js';
import { hostMemory, type HostMemory } from '../memory/host-memory.js';
import { fileShape } from './tensor-plan.js';
import { transposeInto } from './transpose.js';

/** What is to be read, and how it is kept. */
export type TensorToRead = Pick<ParameterSpec, 'name' | 'shape' | 'transposedInFiles'>;

/**
 * Reads tensors of a model's files to the current backend, one after the other, in pieces of a few megabytes. Where
 * tensors live in this process (`cpu`, `wasm`) nothing else is taken; elsewhere two copies of one tensor, while it goes over.
 *
 * @param onTensor - Called after each.
 * @returns The tensors by name, for the caller to dispose.
 * @throws ModelFileError for what is damaged; the signal's reason when aborted. No tensor is left behind then.
 */
export async function readTensors(
  files: TensorFiles,
  wanted: readonly TensorToRead[],
  { signal, onTensor }: { readonly signal?: AbortSignal | undefined; readonly onTensor?: (name: string) => void } = {},
): Promise<Map<string, tf.Tensor>> {
  const tensors = new Map<string, tf.Tensor>();
  try {
    for (const tensor of wanted) {
      signal?.throwIfAborted();
      tensors.set(tensor.name, await readTensor(files, tensor, signal));
      onTensor?.(tensor.name);
    }
    return tensors;
  } catch (error) {
    tf.dispose([...tensors.values()]);
    throw error;
  }
}

async function readTensor(files: TensorFiles, spec: TensorToRead, signal: AbortSignal | undefined): Promise<tf.Tensor> {
  const memory = hostMemory();
  return memory === undefined ? uploadTensor(files, spec, signal) : readInPlace(files, spec, memory, signal);
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
    // The view is asked for again with every piece: whoever takes memory meanwhile may move the heap.
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

/** Hands the numbers over as they lie in the file; the backend turns a matrix round. */
async function uploadTensor(
  files: TensorFiles,
  spec: TensorToRead,
  signal: AbortSignal | undefined,
): Promise<tf.Tensor> {
  const read = tf.tensor(await files.read(spec.name, signal), fileShape(spec), 'float32');
  if (spec.transposedInFiles) {
    const turned = tf.transpose(read);
    read.dispose();
    return turned;
  }
  // Backends copy an array at the first operation on it: after this one it can go.
  const first = read.shape.map(() => 0);
  const one = read.shape.map(() => 1);
  tf.slice(read, first, one).dispose();
  return read;
}
