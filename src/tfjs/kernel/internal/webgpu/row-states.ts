import * as tf from '@tensorflow/tfjs-core';
import { EMPTY_STATE } from './row-statistics.js';

/** @returns The states of rows of which nothing was seen, [n, 4]. */
export function rowStates(count: number): tf.Tensor2D {
  return tf.tile(tf.tensor2d([...EMPTY_STATE], [1, 4]), [count, 1]);
}

/** @returns What a token's loss needs, from the states of rows that were seen to the end; shapes [n]. */
export function statisticsOf(states: tf.Tensor2D): {
  readonly selected: tf.Tensor1D;
  readonly logSumExp: tf.Tensor1D;
  readonly entropy: tf.Tensor1D;
} {
  const column = (k: number): tf.Tensor1D =>
    tf.reshape(tf.slice(states, [0, k], [states.shape[0], 1]), [states.shape[0]]);
  const [largest, sum, moment] = [column(0), column(1), column(2)];
  const log = tf.log<tf.Tensor1D>(sum);
  return { selected: column(3), logSumExp: tf.add(largest, log), entropy: tf.sub(log, tf.div(moment, sum)) };
}
