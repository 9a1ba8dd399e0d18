import * as tf from '@tensorflow/tfjs-core';
import type { TensorFiles } from '../../../io/index.js';
import type { ParameterSpec } from '../../model/parameters.js';
import { hostMemory } from '../memory/host-memory.js';
import { transposeInto } from './transpose.js';

/** What is to be read, and how it is kept. */
export type TensorToRead = Pick<ParameterSpec, 'name' | 'shape' | 'transposedInFiles'>;

/**
 * Reads tensors of a model's files to the current backend, one after the other, in pieces of a few megabytes. Where
 * tensors live in this process (`cpu`, `wasm`) nothing else is taken; elsewhere a copy of one tensor, while it goes over.
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

async function readTensor(
  files: TensorFiles,
  { name, shape, transposedInFiles }: TensorToRead,
  signal: AbortSignal | undefined,
): Promise<tf.Tensor> {
  const fill = (values: () => Float32Array) => {
    // In the file, where the matrix may lie as its transpose.
    const columns = transposedInFiles ? shape[0]! : 1;
    const stride = shape.at(-1) ?? 1;
    return files.readRows(
      name,
      columns,
      (rows, first) => {
        if (!transposedInFiles) values().set(rows, first);
        else
          transposeInto({ values: rows, at: 0, stride: columns }, rows.length / columns, columns, {
            values: values(),
            at: first,
            stride,
          });
      },
      signal,
    );
  };
  const memory = hostMemory();
  if (memory !== undefined) {
    const tensor = tf.engine().makeTensorFromTensorInfo(memory.empty([...shape]));
    try {
      // The view is asked for again with every piece: whoever takes memory meanwhile may move the heap.
      await fill(() => memory.view(tensor));
    } catch (error) {
      tensor.dispose();
      throw error;
    }
    return tensor;
  }
  const values = new Float32Array(shape.reduce((product, extent) => product * extent, 1));
  await fill(() => values);
  const tensor = tf.tensor(values, [...shape], 'float32');
  // Backends copy an array at the first operation on it: after this one it can go.
  const first = shape.map(() => 0);
  tf.slice(
    tensor,
    first,
    shape.map(() => 1),
  ).dispose();
  return tensor;
}
