import * as tf from '@tensorflow/tfjs-core';
import type { TokenLayout } from '../../../base/index.js';

/** @returns Which tokens the mask counts, as a condition; shape [N]. */
export function countedMask({ responseMask }: Pick<TokenLayout, 'responseMask'>): tf.Tensor1D {
  const counted = Array.from(responseMask, (bit) => bit !== 0);
  return tf.tensor1d(counted, 'bool');
}
