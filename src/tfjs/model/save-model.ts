import * as z from 'zod';
import { checkArgument, parseOptions } from '../../base/internal/index.js';
import {
  checkReplaceable,
  checkReplacedWhole,
  companionFiles,
  openModelDirectory,
  writeDirectoryWhole,
  type ModelSource,
} from '../../io/index.js';
import { modelFiles, SHARD_BYTES } from './internal/weights/write-tensors.js';
import type { Decoder } from './decoder.js';

/** Options of {@link saveModel}. */
export interface SaveModelOptions {
  /** The number format of the file. Default `F32`, which is exact. */
  readonly dtype?: 'F32' | 'BF16' | undefined;
  /** Larger weights are written to several files with an index. Default 5e9, as in transformers 4. */
  readonly maxShardBytes?: number | undefined;
  /**
   * The model whose tokenizer, chat template and generation settings are copied to the folder. Default: those in the folder.
   */
  readonly tokenizerFrom?: ModelSource | undefined;
  readonly signal?: AbortSignal | undefined;
}

const optionsSchema = z.strictObject({
  dtype: z.enum(['F32', 'BF16']).default('F32'),
  maxShardBytes: z.int().positive().default(SHARD_BYTES),
});

/**
 * Writes a model to a folder that `loadModel` and transformers can load: `config.json`, and the weights under their published names. The
 * folder is written whole or not at all, one tensor at a time.
 *
 * @throws TypeError or RangeError naming the option, or for a model with an adapter (use `mergeAdapter`); ModelFileError if the folder has
 *   other files, which would be lost; the file system's error. The signal's reason when aborted.
 *
 * @example
 * await saveModel('models/trained', model, { dtype: 'BF16' });
 */
export async function saveModel(
  directory: string,
  model: Pick<Decoder, 'config' | 'parameters' | 'adapter'>,
  { signal, tokenizerFrom, ...options }: SaveModelOptions = {},
): Promise<void> {
  checkReplacedWhole(directory);
  checkArgument(model, 'model', { config: 'an object', parameters: 'a Map' });
  if (model.adapter !== undefined)
    throw new TypeError('model: expected a model without an adapter (call mergeAdapter), got one with an adapter');
  const { dtype, maxShardBytes } = parseOptions(optionsSchema, options);
  signal?.throwIfAborted();
  await checkReplaceable(directory, 'model');
  const from = tokenizerFrom === undefined ? directory : (await openModelDirectory(tokenizerFrom, { signal })).path;
  const beforeEach = () => signal?.throwIfAborted();
  await writeDirectoryWhole(directory, {
    ...(await companionFiles(from)),
    ...modelFiles(model, { dtype, maxShardBytes, beforeEach }),
  });
}
