import type * as tf from '@tensorflow/tfjs-core';
import { type FileContent, tensorFiles, type TensorToWrite } from '../../../../io/index.js';
import type { Decoder } from '../../decoder.js';
import { configToHuggingFace } from '../../hugging-face-config.js';
import { type ParameterSpec, parameterSpecs, requireLive } from '../../parameters.js';
import { fileShape } from './tensor-plan.js';
import { transposeInto } from './transpose.js';

/** How a model's files are written. */
export interface ModelFileOptions {
  readonly dtype: 'F32' | 'BF16';
  readonly maxShardBytes: number;
  /** Called before each tensor is read from the backend. */
  readonly beforeEach?: () => void;
}

/** A file of weights that is longer is cut into shards, in bytes: what transformers 4 takes. */
export const SHARD_BYTES = 5e9;

/** @returns `config.json` and the weights, for `writeDirectoryWhole`. */
export function modelFiles(
  { config, parameters }: Pick<Decoder, 'config' | 'parameters'>,
  { dtype, maxShardBytes, beforeEach }: ModelFileOptions,
): { readonly [file: string]: FileContent } {
  requireLive({ parameters });
  const tensors = parameterSpecs(config).map((spec) => tensorToWrite(spec, parameters.get(spec.name)!, beforeEach));
  const json = { ...configToHuggingFace(config), torch_dtype: dtype === 'F32' ? 'float32' : 'bfloat16' };
  return {
    'config.json': jsonText(json),
    ...tensorFiles('model', tensors, { dtype, maxShardBytes, metadata: { format: 'pt' } }),
  };
}

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

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
