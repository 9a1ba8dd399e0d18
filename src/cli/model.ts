import type { Policy } from '../base/index.js';
import type * as Tfjs from '../tfjs/index.js';
import { importPeer, type ModelSource } from '../io/index.js';
import type { ModelDirectory } from '../rollout/index.js';
import type { CommandIo } from './command.js';
import type { Flags } from './flags.js';
import { checkSource } from './paths.js';

/** The values of `--backend`; the tensor library is loaded when it is needed. */
export const BACKENDS = ['auto', 'node-gpu', 'node', 'webgpu', 'wasm', 'cpu'] as const;

/**
 * @param otherwise - The model of another flag, in place of `--model`.
 * @returns The model that the flags name.
 * @throws UsageError without `--model`; the errors of `openModelDirectory`.
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

/** @returns The number of threads that compute. @throws UsageError for anything but a number that there may be. */
export function workersOf(flags: Flags): number | undefined {
  return flags.integer('workers', 1, 256);
}

/** A model in this process. */
interface OpenSampler {
  readonly policy: Policy;
  /** The backend's name. */
  readonly backend: string;
  /** The longest context, in tokens. */
  readonly contextLength: number;
  readonly close: () => Promise<void>;
}

/** @throws ModelFileError that names the package to install if there is no tensor library. */
export function importTfjs(): Promise<typeof Tfjs> {
  return importPeer('models in this process', '@tensorflow/tfjs', () => import('../tfjs/index.js'));
}

/** Loads a model's weights, and an adapter beside them. */
export async function openSampler(
  { model, adapter: from }: { readonly model: ModelSource; readonly adapter: string | undefined },
  flags: Flags,
  signal: AbortSignal,
): Promise<OpenSampler> {
  const { createSampler, loadAdapter, loadModel, selectBackend } = await importTfjs();
  const chosen = await selectBackend({ backend: flags.choice('backend', BACKENDS, 'auto') });
  const base = await loadModel(model, { signal });
  try {
    const offline = flags.has('offline') ? { offline: true } : {};
    const adapted = from === undefined ? undefined : await loadAdapter(base, from, { ...offline, signal });
    const policy = await flags.check(() => createSampler(adapted ?? base, { workers: workersOf(flags) }));
    return {
      policy,
      backend: chosen.name,
      contextLength: base.config.maxPositionEmbeddings,
      async close() {
        await policy.close?.();
        adapted?.dispose();
        base.dispose();
      },
    };
  } catch (error) {
    base.dispose();
    throw error;
  }
}
