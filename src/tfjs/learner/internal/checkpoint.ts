import { LearnerError } from '../../../base/index.js';
import { readFromDirectory, writeDirectoryWhole } from '../../../io/index.js';
import { qwen3ConfigToHuggingFace } from '../../model/hugging-face-config.js';
import type { Qwen3Model } from '../../model/qwen3.js';
import { decodeSafetensors, encodeSafetensors, type NamedArray } from '../../model/safetensors.js';
import { assignWeights, encodeWeights } from '../../model/weights.js';
import type { AdamW } from './adamw.js';

/** What `learner.json` holds. */
interface LearnerState {
  readonly steps: number;
  readonly optimizer: AdamW['options'];
}

/**
 * Writes `config.json` and `model.safetensors`, as published models have them, and beside them the optimizer's moments
 * (`optimizer.safetensors`) and its step (`learner.json`).
 */
export async function writeCheckpoint(directory: string, model: Qwen3Model, optimizer: AdamW): Promise<void> {
  const { steps, moments } = optimizer.state();
  const arrays = new Map<string, NamedArray>();
  for (const [name, tensor] of moments)
    arrays.set(name, { shape: tensor.shape, values: (await tensor.data()) as Float32Array });
  const state: LearnerState = { steps, optimizer: optimizer.options };
  await writeDirectoryWhole(directory, {
    'config.json': json(qwen3ConfigToHuggingFace(model.config)),
    'model.safetensors': await encodeWeights(model.config, model.parameters),
    'optimizer.safetensors': encodeSafetensors(arrays, { optimizer: 'AdamW' }),
    'learner.json': json(state),
  });
}

/**
 * Takes weights and, where wanted, the optimizer over from a checkpoint; a fresh optimizer otherwise. Everything is read
 * and checked before anything changes.
 *
 * @throws LearnerError if there is no such checkpoint or it does not fit the model.
 */
export async function readCheckpoint(
  directory: string,
  model: Qwen3Model,
  optimizer: AdamW,
  withOptimizer: boolean,
): Promise<void> {
  const weights = await readCheckpointFile(directory, 'model.safetensors');
  const moments = withOptimizer && (await readCheckpointFile(directory, 'optimizer.safetensors'));
  const state = withOptimizer && (await readCheckpointFile(directory, 'learner.json'));
  const tensors = moments ? decodeSafetensors(moments).tensors : new Map<string, NamedArray>();
  const steps = state ? (JSON.parse(new TextDecoder().decode(state)) as LearnerState).steps : 0;
  assignWeights(model.config, model.parameters, weights);
  optimizer.restore(steps, tensors);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * @returns A file of a checkpoint directory, wherever a crash of its writer left it.
 * @throws LearnerError if there is no such checkpoint.
 */
async function readCheckpointFile(directory: string, name: string): Promise<Uint8Array> {
  const file = await readFromDirectory(directory, name);
  if (file === undefined) throw new LearnerError(`${directory}: expected a checkpoint with a file ${name}`);
  return file;
}
