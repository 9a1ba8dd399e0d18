import type { ModelDirectory } from '../rollout/index.js';
import type { CommandIo } from './command.js';
import type { Flags } from './flags.js';
import { checkSource } from './there.js';

/** Flags of the commands that read a model's files. */
export const MODEL_FLAGS = { model: { type: 'string' }, offline: { type: 'boolean' } } as const;

/**
 * @param otherwise - The model where another flag than `--model` says it.
 * @returns The model that the flags name.
 * @throws UsageError where they name none; what `openModelDirectory` throws.
 */
export async function openModel(
  flags: Flags,
  { signal }: Pick<CommandIo, 'signal'>,
  otherwise?: string,
): Promise<ModelDirectory> {
  const source = otherwise ?? flags.required('model');
  checkSource('model', source);
  const { openModelDirectory } = await import('../rollout/index.js');
  return openModelDirectory(source, { offline: flags.has('offline') || undefined, signal });
}
