import { checkArgument } from '../../base/internal/index.js';
import * as tf from '@tensorflow/tfjs-core';
import { fileShape, planTensors } from './internal/weights/tensor-plan.js';
import { checkTiedArrays } from './internal/weights/tied-head.js';
import { transposed } from './internal/weights/transpose.js';
import type { DecoderConfig } from './config.js';
import { requireLive } from './internal/require-live.js';
import { parameterSpecs, variableFrom, type ModelParameters, type ParameterSpec } from './parameters.js';
import { decodeSafetensors, encodeSafetensors, type NamedArray } from './safetensors.js';

/**
 * @returns The parameters as a safetensors file under the published names and orientation (`[out, in]`), so that other
 *   tools can load it. `saveModel` writes a folder without having it all in memory.
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
  /** What becomes of tensors that the architecture has no place for. Default `error`. */
  readonly unused?: 'error' | 'ignore' | undefined;
}

/**
 * Reads parameters from the safetensors files of a published checkpoint. `loadModel` reads a folder without having it
 * all in memory.
 *
 * @throws ModelFileError naming the first parameter that is missing or has another shape, or the tensors that the
 *   architecture has no place for: a model with them computes something else.
 *
 * @example
 * const model = createDecoder(config, { parameters: decodeWeights(config, [readFileSync('model.safetensors')]) });
 */
export function decodeWeights(
  config: DecoderConfig,
  files: readonly Uint8Array[],
  { unused = 'error' }: DecodeWeightsOptions = {},
): ModelParameters {
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
