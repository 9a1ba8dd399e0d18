import * as tf from '@tensorflow/tfjs-core';
import { LearnerError, ModelFileError, type RunStorage } from '../../../base/index.js';
import {
  checkReplaceable,
  checkReplacedWhole,
  companionFiles,
  readModelJson,
  standingDirectory,
  tensorFiles,
  writeDirectoryWhole,
  writeStoredFolder,
  type ModelDirectory,
  type TensorFiles,
} from '../../../io/index.js';
import {
  adapterFiles,
  readAdapter,
  jsonText,
  modelFiles,
  SHARD_BYTES,
  readTensors,
  type TensorToRead,
  checkTiedHead,
  checkShape,
  planTensors,
  tensorToWrite,
  withTensorFiles,
} from '../../model/internal/index.js';
import type { AdapterSettings, Decoder, LoraAdapter } from '../../model/decoder.js';
import type { AdamW } from './adamw.js';

/** The content of `learner.json`. */
interface LearnerState {
  readonly steps: number;
  readonly optimizer: AdamW['options'];
}

/**
 * Writes `config.json` and the weights, as published models have them, or the adapter that is trained, as PEFT has it; and
 * beside them the optimizer's moments (`optimizer.safetensors`) and its step (`learner.json`); in shards where they are
 * large, a tensor at a time. What says how the model is talked to (its tokenizer's files) stays.
 *
 * @param options - `storage`: the folder is one of this store, and what was in it goes.
 * @throws LearnerError if the folder has files that are neither a model's nor a checkpoint's and would be lost.
 */
export async function writeCheckpoint(
  directory: string,
  model: Decoder,
  optimizer: AdamW,
  {
    maxShardBytes = SHARD_BYTES,
    signal,
    storage,
  }: {
    readonly maxShardBytes?: number;
    readonly signal?: AbortSignal | undefined;
    readonly storage?: RunStorage | undefined;
  } = {},
): Promise<void> {
  checkReplacedWhole(directory);
  const { adapter } = model;
  if (storage === undefined)
    await asLearnerError(checkReplaceable(directory, adapter === undefined ? 'model' : 'adapter', true));
  const { steps, moments } = optimizer.state();
  const state: LearnerState = { steps, optimizer: optimizer.options };
  const beforeEach = () => signal?.throwIfAborted();
  const tensors = Array.from(moments, ([name, moment]) =>
    tensorToWrite({ name, shape: moment.shape, transposedInFiles: false }, moment, beforeEach),
  );
  const metadata = { optimizer: 'AdamW' };
  const files = {
    ...(adapter === undefined
      ? modelFiles(model, { dtype: 'F32', maxShardBytes, beforeEach })
      : adapterFiles(adapter, { dtype: 'F32', baseModel: null, beforeEach })),
    ...tensorFiles('optimizer', tensors, { dtype: 'F32', maxShardBytes, metadata }),
    'learner.json': jsonText(state),
  };
  if (storage !== undefined) await writeStoredFolder(storage, directory, files);
  else await writeDirectoryWhole(directory, { ...(await companionFiles(directory)), ...files });
}

async function asLearnerError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw cause instanceof ModelFileError ? new LearnerError(cause.message, { cause }) : cause;
  }
}

/**
 * Takes weights and, where wanted, the optimizer over from a checkpoint; a fresh optimizer otherwise. Everything is read
 * and checked before anything changes: the old weights stand beside the new ones until then.
 *
 * @throws LearnerError if there is no such checkpoint or it does not fit the model. The signal's reason when aborted.
 */
export async function readCheckpoint(
  directory: string,
  model: Decoder,
  optimizer: AdamW,
  {
    withOptimizer,
    signal,
    storage,
  }: {
    readonly withOptimizer: boolean;
    readonly signal?: AbortSignal | undefined;
    readonly storage?: RunStorage | undefined;
  },
): Promise<void> {
  const place: ModelDirectory = {
    path: storage === undefined ? standingDirectory(directory) : directory,
    name: directory,
    storage,
  };
  const { adapter, config, trainable } = model;
  const made: tf.Tensor[] = [];
  const readFiles = (stem: string, plan: (files: TensorFiles) => readonly TensorToRead[]) =>
    withTensorFiles(place, stem, async (files) => {
      const planned = plan(files);
      await checkTiedHead(config, files, signal);
      const tensors = await readTensors(files, planned, { signal });
      made.push(...tensors.values());
      return tensors;
    });
  const readAdapterOf = async (expected: LoraAdapter) => {
    const { settings, tensors } = await readAdapter(place, config, signal);
    made.push(...tensors.values());
    checkAdapter(settings, expected);
    return tensors;
  };
  try {
    const weights =
      adapter === undefined
        ? await readFiles('model', ({ entries }) => planTensors(config, entries, 'error'))
        : await readAdapterOf(adapter);
    const moments = withOptimizer
      ? await readFiles('optimizer', ({ entries }) => planMoments(model, entries))
      : new Map<string, tf.Tensor>();
    const steps = withOptimizer ? await readSteps(place) : 0;
    for (const [name, tensor] of weights) trainable.get(name)!.assign(tensor);
    optimizer.restore(steps, moments);
  } catch (error) {
    if (!(error instanceof ModelFileError)) throw error;
    throw new LearnerError(`${directory}: expected a checkpoint of this model: ${error.message}`, { cause: error });
  } finally {
    // What was taken over has another name for the same memory.
    tf.dispose(made);
  }
}

/** @throws ModelFileError for an adapter that is another one than the learner's. */
function checkAdapter(found: AdapterSettings, expected: AdapterSettings): void {
  for (const field of ['rank', 'alpha', 'rankStabilized', 'targets'] as const)
    if (String(found[field]) !== String(expected[field]))
      throw new ModelFileError(
        `adapter_config.json: expected ${field} ${String(expected[field])}, got ${String(found[field])}`,
      );
}

/** Both moments of each parameter that has any. */
function planMoments({ trainable }: Decoder, entries: TensorFiles['entries']): readonly TensorToRead[] {
  return Array.from(entries, ([name, { shape }]) => {
    const [, kind, parameter = ''] = /^(first|second)\.(.*)$/.exec(name) ?? [];
    const owner = trainable.get(parameter);
    if (owner === undefined) throw new ModelFileError(`optimizer: ${name}: expected a moment of one of the parameters`);
    checkShape(name, shape, owner.shape);
    const other = `${kind === 'first' ? 'second' : 'first'}.${parameter}`;
    if (!entries.has(other)) throw new ModelFileError(`optimizer: expected a tensor named ${other}`);
    return { name, shape, transposedInFiles: false };
  });
}

async function readSteps(directory: ModelDirectory): Promise<number> {
  const state = await readModelJson(directory, 'learner.json');
  if (state === undefined) throw new ModelFileError('expected learner.json, found none');
  const { steps } = state as Partial<LearnerState>;
  if (!Number.isSafeInteger(steps) || steps! < 0) throw new ModelFileError('learner.json: expected steps');
  return steps!;
}
