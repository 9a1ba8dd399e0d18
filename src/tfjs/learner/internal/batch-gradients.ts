import * as tf from '@tensorflow/tfjs-core';
import { LearnerError, type PackedBatch } from '../../../base/index.js';
import { CountedBatch, type FilledObjective } from '../../../objective/compat.js';
import { gatherRows, logprobsFromHidden } from '../../kernel/index.js';
import type { Decoder } from '../../model/decoder.js';
import { readWithoutWaiting } from '../../internal/memory/host-memory.js';
import { evaluateCounted } from '../../objective/policy-loss.js';
import type { CountedTokens } from '../../../base/internal/index.js';
import { globalNorm } from './gradient-norm.js';
import { variableGradients } from './variable-gradients.js';

/** One batch's loss, with its logprobs, metrics and gradients. */
export interface BatchGradients {
  readonly loss: number;
  /** Shape [M], of the counted tokens. */
  readonly logprobs: Float32Array;
  readonly metrics: { readonly [name: string]: number };
  /** By parameter name, of the parameter's shape; the caller's to dispose. */
  readonly gradients: ReadonlyMap<string, tf.Tensor>;
}

/**
 * The loss of a batch and an objective that were checked, with its gradient for every parameter that is trained.
 *
 * @throws LearnerError for a loss or gradient that is not finite; nothing is left behind then.
 */
export async function lossAndGradients(
  model: Decoder,
  batch: PackedBatch,
  counted: CountedTokens,
  objective: FilledObjective,
): Promise<BatchGradients> {
  const { loss, gradients, names, measured } = forwardAndBackward(model, batch, counted, objective);
  try {
    const numbers = await measured.data<'float32'>();
    const total = (await loss.data())[0]!;
    if (!Number.isFinite(total)) throw new LearnerError(`forwardBackward: the loss is ${total}`);
    const norm = await globalNorm(gradients.values());
    if (!Number.isFinite(norm)) throw new LearnerError(`forwardBackward: the gradient norm is ${norm}`);
    const metrics = Object.fromEntries(names.map((name, i) => [name, numbers[i]!]));
    return { loss: total, logprobs: numbers.subarray(names.length), metrics, gradients };
  } catch (error) {
    tf.dispose([...gradients.values()]);
    throw error;
  } finally {
    tf.dispose([loss, measured]);
  }
}

/** @returns `measured`, shape [names + M]: the metrics under `names`, then the logprobs; one read of the device has all. */
function forwardAndBackward(model: Decoder, batch: PackedBatch, tokens: CountedTokens, objective: FilledObjective) {
  const counted = new CountedBatch(batch);
  let names: string[] = [];
  let measured: tf.Tensor1D | undefined;
  const { value, gradients } = variableGradients(() => {
    const hidden = gatherRows(model.hidden(batch.tokens, batch.segments ?? batch.offsets), tokens.rows);
    const { temperature } = batch;
    const weightGradient = model.adapter === undefined;
    const selected = logprobsFromHidden(hidden, model.outputWeight, tokens.targets, { temperature, weightGradient });
    if (readWithoutWaiting(selected.logprobs)?.every(Number.isFinite) === false)
      throw new LearnerError('forwardBackward: the model gives logprobs that are not finite');
    // Without an entropy bonus they are measured, and no gradient is asked of them.
    const trained = objective.entropy === undefined ? [selected.logprobs] : [selected.logprobs, selected.entropies];
    const { loss, metrics } = evaluateCounted(counted, batch, selected, trained, objective);
    names = Object.keys(metrics);
    measured = tf.keep(tf.concat([tf.stack(Object.values(metrics)) as tf.Tensor1D, selected.logprobs]));
    return loss;
  }, [...model.trainable.values()]);
  const named = [...model.trainable].map(([name, parameter]) => [name, gradients.get(parameter)!] as const);
  return { loss: value, gradients: new Map(named), names, measured: measured! };
}
