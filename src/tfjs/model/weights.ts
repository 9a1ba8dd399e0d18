import { checkArgument } from '../../base/internal/index.js';
import * as tf from '@tensorflow/tfjs-core';
import { LearnerError } from '../../base/index.js';
import type { Qwen3Config } from './config.js';
import { parameterSpecs, variableFrom, type Parameters, type ParameterSpec } from './parameters.js';
import { decodeSafetensors, encodeSafetensors, type NamedArray } from './safetensors.js';

/**
 * @returns The parameters as a safetensors file under the published names and orientation (`[out, in]`), so that other
 *   tools can load it.
 */
export async function encodeWeights(config: Qwen3Config, parameters: Parameters): Promise<Uint8Array> {
  checkArgument(config, 'config', 'an object');
  checkArgument(parameters, 'parameters', 'a Map');
  const tensors = new Map<string, NamedArray>();
  for (const spec of parameterSpecs(config)) {
    const values = (await parameters.get(spec.name)!.data()) as Float32Array;
    tensors.set(spec.name, toFile(spec, values));
  }
  return encodeSafetensors(tensors, { format: 'pt' });
}

/** Options of {@link decodeWeights}. */
export interface DecodeWeightsOptions {
  /** What becomes of tensors that the architecture has no place for. Default `error`. */
  readonly unused?: 'error' | 'ignore' | undefined;
}

/**
 * Reads parameters from the safetensors files of a published checkpoint.
 *
 * @throws LearnerError naming the first parameter that is missing or has another shape, or the tensors that the
 *   architecture has no place for: a model with them computes something else.
 */
export function decodeWeights(
  config: Qwen3Config,
  files: readonly Uint8Array[],
  { unused = 'error' }: DecodeWeightsOptions = {},
): Parameters {
  checkArgument(config, 'config', 'an object');
  checkArgument(files, 'files', 'an array');
  return new Map(
    readArrays(config, files, unused).map(([spec, values]) => [spec.name, variableFrom(values, spec.shape)]),
  );
}

/** Copies parameters from a safetensors file into existing variables. @throws LearnerError as `decodeWeights`. */
export function assignWeights(config: Qwen3Config, parameters: Parameters, file: Uint8Array): void {
  for (const [spec, values] of readArrays(config, [file], 'error'))
    tf.tidy(() => parameters.get(spec.name)!.assign(tf.tensor(values, [...spec.shape])));
}

/** Tensors that say nothing new: tables worked out from the configuration, and the head that is the embedding. */
const REDUNDANT = /rotary_emb\.inv_freq$/;

function readArrays(
  config: Qwen3Config,
  files: readonly Uint8Array[],
  unused: 'error' | 'ignore',
): (readonly [ParameterSpec, Float32Array])[] {
  const tensors = new Map(files.flatMap((file) => [...decodeSafetensors(file).tensors]));
  const specs = parameterSpecs(config);
  const arrays = specs.map((spec) => [spec, fromFile(spec, tensors.get(spec.name))] as const);
  if (config.tieWordEmbeddings) tensors.delete('lm_head.weight');
  for (const { name } of specs) tensors.delete(name);
  const left = [...tensors.keys()].filter((name) => !REDUNDANT.test(name));
  if (left.length > 0 && unused === 'error') {
    const shown = left.slice(0, 5).join(', ');
    throw new LearnerError(
      `weights: expected no tensors but those of the architecture, got ${left.length} more: ${shown}${left.length > 5 ? ', …' : ''}`,
    );
  }
  return arrays;
}

function fileShape({ shape, transposedInFiles }: ParameterSpec): readonly number[] {
  return transposedInFiles ? shape.toReversed() : shape;
}

function toFile(spec: ParameterSpec, values: Float32Array): NamedArray {
  const turned = spec.transposedInFiles ? transpose(values, spec.shape[0]!, spec.shape[1]!) : values;
  return { shape: fileShape(spec), values: turned };
}

function fromFile(spec: ParameterSpec, found: NamedArray | undefined): Float32Array {
  const shape = fileShape(spec);
  if (found === undefined) throw new LearnerError(`weights: expected a tensor named ${spec.name}`);
  if (found.shape.join() !== shape.join()) {
    throw new LearnerError(
      `weights: ${spec.name}: expected shape [${shape.join(', ')}], got [${found.shape.join(', ')}]`,
    );
  }
  return spec.transposedInFiles ? transpose(found.values, shape[0]!, shape[1]!) : found.values;
}

function transpose(values: Float32Array, rows: number, columns: number): Float32Array {
  const turned = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) turned[column * rows + row] = values[row * columns + column]!;
  }
  return turned;
}
