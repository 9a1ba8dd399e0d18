import * as tf from '@tensorflow/tfjs-core';
import * as z from 'zod';
import { checkArgument, parseOptions } from '../../base/internal/index.js';
import { encodeTensorHeader, floatingType, tensorHeaderOf, widen } from '../../io/index.js';
import type { DecoderConfig } from './config.js';
import { checkTiedArrays, fileShape, planTensors } from './internal/weights/tensor-plan.js';
import { transposed } from './internal/weights/transpose.js';
import { type ModelParameters, type ParameterSpec, parameterSpecs, requireLive, variableFrom } from './parameters.js';

/** A tensor without a backend. */
export interface NamedArray {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/**
 * Writes tensors in the safetensors format: 8 bytes of header length (little endian), a JSON header padded to 8 bytes,
 * then the data (github.com/huggingface/safetensors, format 0.4), all as F32.
 *
 * @example
 * const file = encodeSafetensors(new Map([['bias', { shape: [2], values: Float32Array.of(0.5, -1) }]]));
 */
export function encodeSafetensors(
  tensors: ReadonlyMap<string, NamedArray>,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  checkArgument(tensors, 'tensors', 'a Map');
  const header = encodeTensorHeader(
    Array.from(tensors, ([name, { shape }]) => ({ name, shape })),
    'F32',
    metadata,
  );
  const numbers = [...tensors.values()].reduce((sum, { values }) => sum + values.length, 0);
  const file = new Uint8Array(header.length + 4 * numbers);
  file.set(header);
  let at = header.length;
  for (const { values } of tensors.values()) {
    file.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    at += values.byteLength;
  }
  return file;
}

/**
 * Reads a safetensors file; F16 and BF16 tensors are widened to float32.
 *
 * @throws ModelFileError if the file is cut off, its header is invalid, or it has a dtype other than floating point.
 *
 * @example
 * const { tensors } = decodeSafetensors(readFileSync('model.safetensors'));
 */
export function decodeSafetensors(file: Uint8Array): {
  readonly tensors: ReadonlyMap<string, NamedArray>;
  readonly metadata: Readonly<Record<string, string>>;
} {
  checkArgument(file, 'file', 'a Uint8Array');
  const { entries, metadata } = tensorHeaderOf(file, 'safetensors');
  const tensors = new Map<string, NamedArray>();
  for (const [name, entry] of entries) {
    const { shape, count, offset, bytes } = entry;
    const dtype = floatingType(entry, name);
    // A copy of its own: a Buffer's slice is a view that begins anywhere in memory.
    const own = new Uint8Array(file.subarray(offset, offset + bytes)).buffer;
    const values = dtype === 'F32' ? new Float32Array(own) : new Float32Array(count);
    if (dtype !== 'F32') widen(dtype, own, count, values, 0);
    tensors.set(name, { shape, values });
  }
  return { tensors, metadata };
}

/**
 * @returns The parameters as a safetensors file under the published names and orientation (`[out, in]`), so that other
 *   tools can load it. `saveModel` writes a folder without the whole file in memory.
 *
 * @example
 * writeFileSync('model.safetensors', await encodeWeights(model.config, model.parameters));
 */
export async function encodeWeights(config: DecoderConfig, parameters: ModelParameters): Promise<Uint8Array> {
  checkArgument(config, 'config', 'an object');
  checkArgument(parameters, 'parameters', 'a Map');
  requireLive({ parameters });
  const tensors = new Map<string, NamedArray>();
  for (const spec of parameterSpecs(config)) {
    const values = (await parameters.get(spec.name)!.data()) as Float32Array;
    tensors.set(spec.name, { shape: fileShape(spec), values: turned(spec, values, spec.shape) });
  }
  return encodeSafetensors(tensors, { format: 'pt' });
}

/** Options of {@link decodeWeights}. */
export interface DecodeWeightsOptions {
  /** How tensors that the architecture does not use are treated. Default `error`. */
  readonly unused?: 'error' | 'ignore' | undefined;
}

const decodeSchema = z.strictObject({ unused: z.enum(['error', 'ignore']).default('error') });

/**
 * Reads parameters from the safetensors files of a published checkpoint. `loadModel` reads a folder without the whole file in memory.
 *
 * @throws ModelFileError naming the first parameter that is missing or has another shape, or the tensors that the architecture does not
 *   have, because a model with them computes something else.
 *
 * @example
 * const model = createDecoder(config, { parameters: decodeWeights(config, [readFileSync('model.safetensors')]) });
 */
export function decodeWeights(
  config: DecoderConfig,
  files: readonly Uint8Array[],
  options: DecodeWeightsOptions = {},
): ModelParameters {
  const { unused } = parseOptions(decodeSchema, options);
  checkArgument(config, 'config', 'an object');
  checkArgument(files, 'files', 'an array');
  const tensors = new Map(files.flatMap((file) => [...decodeSafetensors(file).tensors]));
  const made: [string, tf.Variable][] = [];
  try {
    const specs = planTensors(config, tensors, unused);
    checkTiedArrays(config, tensors);
    for (const spec of specs) {
      const { values } = tensors.get(spec.name)!;
      made.push([spec.name, variableFrom(turned(spec, values, fileShape(spec)), spec.shape)]);
    }
    return new Map(made);
  } catch (error) {
    tf.dispose(made.map(([, variable]) => variable));
    throw error;
  }
}

/** The other orientation, where files have another. */
function turned({ transposedInFiles }: ParameterSpec, values: Float32Array, shape: readonly number[]): Float32Array {
  return transposedInFiles ? transposed(values, shape[0]!, shape[1]!) : values;
}
