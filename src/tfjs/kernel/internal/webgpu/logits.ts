import * as tf from '@tensorflow/tfjs-core';
import type { LogitsKernels } from '../logits/logits-kernels.js';
import { scope } from '../../../internal/memory/scope.js';
import { rowGradient } from './row-gradient.js';
import { rowStates, statisticsOf } from './row-states.js';
import { rowStatistics } from './row-statistics.js';

/** The forward pass of `logprobsFromLogits`: one program, one read of the logits. */
export const webGpuLogitsForward: LogitsKernels['forward'] = (logits, targets, temperature) =>
  scope(() => {
    const shape = { start: 0, scale: 1 / temperature, softcap: undefined };
    const { selected, ...rest } = statisticsOf(rowStatistics(logits, targets, rowStates(logits.shape[0]), shape));
    return { logprobs: tf.sub(selected, rest.logSumExp), ...rest, mayHaveInfinity: true };
  });

/** The backward pass of `logprobsFromLogits`: one program, one read and one write of [N, V]. */
export const webGpuLogitsBackward: LogitsKernels['backward'] = (logits, targets, temperature, statistics, upstream) =>
  scope(() => {
    const { logSumExp, entropy } = statistics;
    const rows = tf.stack(
      [logSumExp, entropy, upstream.logprobs, upstream.entropy ?? tf.zerosLike(entropy)],
      1,
    ) as tf.Tensor2D;
    return rowGradient(logits, targets, rows, { start: 0, scale: 1 / temperature, softcap: undefined });
  });
