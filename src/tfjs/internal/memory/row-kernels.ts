import * as tf from '@tensorflow/tfjs-core';
import { hostMemory } from './host-memory.js';
import { scope } from './scope.js';

const GATHER = 'RstarGatherRows';
const SCATTER = 'RstarScatterAddRows';

/** @returns Rows of a table by ids that were checked already; see `gatherRows`. Shape [N, H]. */
export function gatherRowsUnchecked(table: tf.Tensor2D, ids: tf.Tensor1D): tf.Tensor2D {
  registerRowKernels();
  return tf.engine().runKernel(GATHER, { table, ids }, { count: table.shape[0] });
}

/**
 * Adds rows into a zero table by id: the transpose of `gatherRowsUnchecked`.
 *
 * @param rows - Shape [N, H].
 * @param ids - Shape [N]; each in [0, count).
 * @returns Shape [count, H].
 */
export function scatterAddRows(rows: tf.Tensor2D, ids: tf.Tensor1D, count: number): tf.Tensor2D {
  registerRowKernels();
  return tf.engine().runKernel(SCATTER, { rows, ids }, { count });
}

/** Registers the two kernels for the current backend under our own names; tfjs's registry is left as it is otherwise. */
function registerRowKernels(): void {
  const backendName = tf.getBackend();
  if (tf.getKernel(GATHER, backendName) != null) return;
  tf.registerKernel({ kernelName: GATHER, backendName, kernelFunc: gatherKernel as unknown as tf.KernelFunc });
  tf.registerKernel({ kernelName: SCATTER, backendName, kernelFunc: scatterKernel as unknown as tf.KernelFunc });
  if (tf.getGradient(GATHER) != null) return;
  tf.registerGradient({
    kernelName: GATHER,
    // Not the table: on wasm saving is copying.
    inputsToSave: ['ids'],
    gradFunc: (dy, saved, attrs) => ({
      table: () => scatterAddRows(dy as tf.Tensor2D, saved[0] as tf.Tensor1D, attrs['count'] as number),
    }),
  });
}

interface GatherCall {
  readonly inputs: { readonly table: tf.Tensor2D; readonly ids: tf.Tensor1D };
  readonly backend: unknown;
}

function gatherKernel({ inputs: { table, ids }, backend }: GatherCall): tf.TensorInfo {
  const memory = hostMemory(backend);
  if (memory === undefined) return scope(() => tf.gather(table, ids));
  const width = table.shape[1];
  const output = memory.empty([ids.shape[0], width]);
  const [to, from, rows] = [memory.view(output), memory.view(table), memory.viewInt(ids)];
  for (let i = 0; i < rows.length; i++) {
    const start = rows[i]! * width;
    to.set(from.subarray(start, start + width), i * width);
  }
  return output;
}

interface ScatterCall {
  readonly inputs: { readonly rows: tf.Tensor2D; readonly ids: tf.Tensor1D };
  readonly attrs: { readonly count: number };
  readonly backend: unknown;
}

function scatterKernel({ inputs: { rows, ids }, attrs: { count }, backend }: ScatterCall): tf.TensorInfo {
  const memory = hostMemory(backend);
  const width = rows.shape[1];
  if (memory === undefined) return scope(() => tf.scatterND(tf.expandDims(ids, 1), rows, [count, width]));
  const output = memory.zeros([count, width]);
  addRowsInPlace(memory.view(output), memory.view(rows), memory.viewInt(ids), width);
  return output;
}

/** Adds row i of `rows` to row ids[i] of `table`, both row-major with `width` columns. */
export function addRowsInPlace(table: Float32Array, rows: Float32Array, ids: Int32Array, width: number): void {
  for (let i = 0; i < ids.length; i++) {
    const to = ids[i]! * width;
    const from = i * width;
    for (let k = 0; k < width; k++) table[to + k]! += rows[from + k]!;
  }
}
