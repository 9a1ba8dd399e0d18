import { ATTENTION, MLP } from '../../../wire/index.js';
import type { TinkerLora } from '../../../wire/messages.js';
import type { TrainingRun } from '../runs/training-run.js';

/** As the hosted service scales adapters (thinkingmachines.ai/blog/lora). */
const ALPHA = 32;

/**
 * @returns An adapter in the words of the seam. The output matrix has none, whatever `trainUnembed` says: it is kept as it
 *   was asked.
 * @throws RangeError for an adapter of nothing.
 */
export function loraOf(lora: TinkerLora): NonNullable<TrainingRun['lora']> {
  const { rank, trainUnembed = true, trainMlp = true, trainAttention = true } = lora;
  const targets = [...(trainAttention ? ATTENTION : []), ...(trainMlp ? MLP : [])];
  if (targets.length === 0)
    throw new RangeError(
      'lora_config: expected train_attn or train_mlp (the output matrix has no adapter here), got neither',
    );
  return { rank, alpha: ALPHA, targets, trainUnembed, trainMlp, trainAttention };
}

/** @throws RangeError where what one run saved is not what the other's model can take. */
export function requireAlike(saved: TrainingRun, model: TrainingRun): void {
  if (shapeOf(saved) !== shapeOf(model))
    throw new RangeError(`path: expected a checkpoint of ${shapeOf(model)}, got ${shapeOf(saved)}`);
}

function shapeOf({ baseModel, lora }: TrainingRun): string {
  if (lora === undefined) return `${baseModel}, all weights`;
  return `${baseModel}, an adapter of rank ${lora.rank} of ${lora.targets?.join(', ')}`;
}
