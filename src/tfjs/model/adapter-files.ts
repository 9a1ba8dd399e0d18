import * as tf from '@tensorflow/tfjs-core';
import * as z from 'zod';
import { LearnerError } from '../../base/index.js';
import { checkArgument, parseOptions } from '../../base/internal/index.js';
import {
  checkReplaceable,
  checkReplacedWhole,
  companionFiles,
  openModelDirectory,
  writeDirectoryWhole,
  type HubOptions,
  type ModelSource,
} from '../../io/index.js';
import { engineFailure } from '../internal/wasm-program.js';
import { requireLive } from './parameters.js';
import { adapterFiles, readAdapter } from './internal/adapter/peft-files.js';
import { adaptedDecoder, checkBase, type AdaptedDecoder } from './adapter.js';
import type { Decoder } from './decoder.js';

/** Options of {@link saveAdapter}. */
export interface SaveAdapterOptions {
  /** The number format of the file. Default `F32`, which is exact. */
  readonly dtype?: 'F32' | 'BF16' | undefined;
  /** The base model, as information for loaders: an id of the hub, or a folder. Default: not written. */
  readonly baseModel?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const saveOptionsSchema = z.strictObject({
  dtype: z.enum(['F32', 'BF16']).default('F32'),
  baseModel: z.string().optional(),
});

/**
 * Writes an adapter as PEFT does: `adapter_config.json` and `adapter_model.safetensors`. PEFT, vLLM and SGLang load it. The
 * folder is written whole or not at all.
 *
 * @throws TypeError or RangeError naming the option; ModelFileError if the folder has other files, which would be lost; the file system's
 *   error. The signal's reason when aborted.
 *
 * @example
 * await saveAdapter('adapters/new', createAdapter(base, { rank: 8 }));
 */
export async function saveAdapter(
  directory: string,
  model: Pick<Decoder, 'adapter'>,
  { signal, ...options }: SaveAdapterOptions = {},
): Promise<void> {
  checkReplacedWhole(directory);
  checkArgument(model, 'model', { adapter: 'an object' });
  const adapter = model.adapter!;
  requireLive(adapter);
  const { dtype, baseModel = null } = parseOptions(saveOptionsSchema, options);
  signal?.throwIfAborted();
  await checkReplaceable(directory, 'adapter');
  const beforeEach = () => signal?.throwIfAborted();
  await writeDirectoryWhole(directory, {
    ...(await companionFiles(directory)),
    ...adapterFiles(adapter, { dtype, baseModel, beforeEach }),
  });
}

/**
 * Loads an adapter that PEFT or `saveAdapter` wrote for a model. Its dropout setting is ignored.
 *
 * @param source - A folder, an id of the hub, or the result of `openModelDirectory`.
 * @returns A model whose `dispose` frees only the adapter. Dispose of the base yourself, after this model.
 * @throws ModelFileError naming the file and the field or tensor that is missing, damaged, unsupported, or does not fit the base. The
 *   signal's reason when aborted. All tensors are freed then.
 *
 * @example
 * const model = await loadAdapter(await loadModel('models/qwen3'), 'adapters/math');
 */
export async function loadAdapter(
  base: Decoder,
  source: ModelSource,
  options: HubOptions = {},
): Promise<AdaptedDecoder> {
  checkBase(base);
  checkArgument(options, 'options', 'an object');
  const directory = await openModelDirectory(source, options);
  const { settings, tensors } = await engineFailure('loadAdapter', LearnerError, () =>
    readAdapter(directory, base.config, options.signal),
  );
  const parameters = new Map(Array.from(tensors, ([name, tensor]) => [name, tf.variable(tensor)] as const));
  tf.dispose([...tensors.values()]);
  return adaptedDecoder(base, settings, parameters);
}
