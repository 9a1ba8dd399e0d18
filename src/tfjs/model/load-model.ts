import * as tf from '@tensorflow/tfjs-core';
import * as z from 'zod';
import { LearnerError, ModelFileError } from '../../base/index.js';
import { checkArgument, functionSchema, parseOptions } from '../../base/internal/index.js';
import {
  floatingType,
  openModelDirectory,
  readModelJson,
  type DownloadProgress,
  type HubOptions,
  type ModelDirectory,
  type ModelSource,
} from '../../io/index.js';
import { checkWasmRoom, engineFailure } from '../internal/wasm-program.js';
import { checkTiedHead, planTensors } from './internal/weights/tensor-plan.js';
import { readTensors, withTensorFiles } from './internal/weights/read-tensors.js';
import type { DecoderConfig } from './config.js';
import { createDecoder, type Decoder } from './decoder.js';
import { configFromHuggingFace } from './hugging-face-config.js';
import { parameterCount, requireBackend } from './parameters.js';

/** Options of {@link loadModel}: download options of the hub, and a progress callback. */
export interface LoadModelOptions extends Omit<HubOptions, 'onProgress'> {
  /** Called during downloads, then after each tensor. */
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  /** How tensors that the architecture does not use are treated. Default `error`. */
  readonly unused?: 'error' | 'ignore' | undefined;
}

/** Options that `openModelDirectory` cannot read from the files. */
const optionsSchema = z.strictObject({
  onProgress: z.optional(functionSchema()),
  unused: z.enum(['error', 'ignore']),
});

/** The progress of loading. */
export type LoadProgress =
  | ({ readonly kind: 'download' } & DownloadProgress)
  | {
      readonly kind: 'load';
      /** The tensor that was read last. */
      readonly tensor: string;
      /** Bytes of the files; the same for the total. */
      readonly loadedBytes: number;
      readonly totalBytes: number;
    };

/**
 * Loads a published model to the current backend: `config.json` and its safetensors, whole or in shards, F32, F16 or BF16.
 *
 * All names and shapes are checked with the files' headers before memory is allocated. Then tensors are read one by one. Additional memory
 * is one piece of a tensor on `cpu` and `wasm`, and two copies of one tensor elsewhere.
 *
 * @param source - A folder, an id of the hub (`Qwen/Qwen3-0.6B`), or the result of `openModelDirectory`.
 * @returns The model; the caller disposes of it.
 * @throws ModelFileError that names the file and the missing, damaged or unsupported part; LearnerError before `selectBackend`, or if the
 *   weights do not fit in memory. The signal's reason when aborted. All tensors are freed then.
 *
 * @example
 * const model = await loadModel('Qwen/Qwen3-0.6B');
 */
export async function loadModel(source: ModelSource, options: LoadModelOptions = {}): Promise<Decoder> {
  checkArgument(options, 'options', 'an object');
  const { onProgress, unused = 'error', ...hub } = options;
  parseOptions(optionsSchema, { onProgress, unused });
  requireBackend();
  const directory = await openModelDirectory(source, {
    ...hub,
    onProgress: (progress) => onProgress?.({ kind: 'download', ...progress }),
  });
  const config = await readConfig(directory);
  return withTensorFiles(directory, 'model', async (files) => {
    const specs = planTensors(config, files.entries, unused);
    const entries = specs.map(({ name }) => [name, files.entries.get(name)!] as const);
    for (const [name, entry] of entries) floatingType(entry, name);
    const totalBytes = entries.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    const numbers = parameterCount(specs);
    checkWasmRoom(
      4 * numbers,
      `loadModel: a model of ${numbers.toLocaleString('en')} parameters`,
      'take another backend',
    );
    await checkTiedHead(config, files, options.signal);
    let loadedBytes = 0;
    const tensors = await engineFailure('loadModel', LearnerError, () =>
      readTensors(files, specs, {
        signal: options.signal,
        onTensor: (name) => {
          loadedBytes += files.entries.get(name)!.bytes;
          onProgress?.({ kind: 'load', tensor: name, loadedBytes, totalBytes });
        },
      }),
    );
    const parameters = new Map(Array.from(tensors, ([name, tensor]) => [name, tf.variable(tensor)] as const));
    tf.dispose([...tensors.values()]);
    return createDecoder(config, { parameters });
  });
}

async function readConfig(directory: ModelDirectory): Promise<DecoderConfig> {
  const json = await readModelJson(directory, 'config.json');
  if (json === undefined) throw new ModelFileError(`${directory.name}: expected config.json, found none`);
  try {
    return configFromHuggingFace(json);
  } catch (cause) {
    throw new ModelFileError(`${directory.name}: ${(cause as Error).message}`, { cause });
  }
}
