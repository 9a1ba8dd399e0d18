import type * as tf from '@tensorflow/tfjs-core';
import type { TensorToWrite } from '../../../../io/index.js';
import type { ParameterSpec } from '../../parameters.js';
import { fileShape } from './tensor-plan.js';
import { transposeInto } from './transpose.js';

/** Numbers that are turned round at once. */
const PIECE = 2 ** 20;

/** @returns A tensor as published files have it; it is read from the backend when its turn comes. */
export function tensorToWrite(
  spec: Pick<ParameterSpec, 'name' | 'shape' | 'transposedInFiles'>,
  tensor: tf.Tensor,
  beforeEach: () => void = () => undefined,
): TensorToWrite {
  return {
    name: spec.name,
    shape: fileShape(spec),
    async *values() {
      beforeEach();
      const values = await tensor.data<'float32'>();
      if (!spec.transposedInFiles) yield values;
      else yield* transposedPieces(values, spec.shape[0]!, spec.shape[1]!);
    },
  };
}

/** The transpose of a matrix [rows, columns], some of its rows at a time. */
function* transposedPieces(values: Float32Array, rows: number, columns: number): Generator<Float32Array> {
  const most = Math.max(1, Math.floor(PIECE / rows));
  for (let left = 0; left < columns; left += most) {
    const width = Math.min(most, columns - left);
    const piece = new Float32Array(width * rows);
    transposeInto({ values, at: left, stride: columns }, rows, width, { values: piece, at: 0, stride: rows });
    yield piece;
  }
}
