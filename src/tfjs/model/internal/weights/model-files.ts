import { tensorFiles, type FileContent } from '../../../../io/index.js';
import type { Decoder } from '../../decoder.js';
import { configToHuggingFace } from '../../hugging-face-config.js';
import { parameterSpecs } from '../../parameters.js';
import { requireLive } from '../require-live.js';
import { tensorToWrite } from './tensors-to-write.js';

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
