import type * as tf from '@tensorflow/tfjs-core';
import { ModelFileError } from '../../../../base/index.js';
import { type FileContent, type ModelDirectory, readModelJson, tensorFiles } from '../../../../io/index.js';
import type { DecoderConfig } from '../../config.js';
import type { AdapterSettings, LoraAdapter } from '../../decoder.js';
import { readTensors, withTensorFiles } from '../weights/read-tensors.js';
import { checkTensors } from '../weights/tensor-plan.js';
import { jsonText, tensorToWrite } from '../weights/write-tensors.js';
import { adapterFromPeft, adapterSpecs, adapterToPeft } from './peft-config.js';

/** PEFT's prefix of parameter names. */
const PREFIX = 'base_model.model.';

const STEM = 'adapter_model';

/** How an adapter's files are written. */
export interface AdapterFileOptions {
  readonly dtype: 'F32' | 'BF16';
  readonly baseModel: string | null;
  /** Called before each tensor is read from the backend. */
  readonly beforeEach?: () => void;
}

/** @returns `adapter_config.json` and `adapter_model.safetensors`, for `writeDirectoryWhole`. */
export function adapterFiles(
  adapter: LoraAdapter,
  { dtype, baseModel, beforeEach }: AdapterFileOptions,
): { readonly [file: string]: FileContent } {
  const tensors = Array.from(adapter.parameters, ([name, matrix]) =>
    tensorToWrite({ name: `${PREFIX}${name}`, shape: matrix.shape, transposedInFiles: true }, matrix, beforeEach),
  );
  return {
    'adapter_config.json': jsonText(adapterToPeft(adapter, baseModel)),
    // In one file whatever its size: PEFT and the engines look for no other.
    ...tensorFiles(STEM, tensors, { dtype, maxShardBytes: Infinity, metadata: { format: 'pt' } }),
  };
}

/**
 * Reads an adapter for a model of that configuration.
 *
 * @returns The adapter's configuration, and its matrices by name, for the caller to dispose.
 * @throws ModelFileError naming the field or tensor; no tensor is left behind then. The signal's reason when aborted.
 */
export async function readAdapter(
  directory: ModelDirectory,
  config: DecoderConfig,
  signal: AbortSignal | undefined,
): Promise<{ readonly settings: AdapterSettings; readonly tensors: ReadonlyMap<string, tf.Tensor> }> {
  const json = await readModelJson(directory, 'adapter_config.json');
  if (json === undefined) throw new ModelFileError(`${directory.name}: expected adapter_config.json, found none`);
  const settings = adapterFromPeft(json, config);
  const wanted = adapterSpecs(config, settings).map(({ name, shape }) => ({
    name: `${PREFIX}${name}`,
    shape,
    transposedInFiles: true,
  }));
  return withTensorFiles(directory, STEM, async (files) => {
    checkTensors('adapter', wanted, files.entries);
    const tensors = await readTensors(files, wanted, { signal });
    return { settings, tensors: new Map(Array.from(tensors, ([name, tensor]) => [name.slice(PREFIX.length), tensor])) };
  });
}
