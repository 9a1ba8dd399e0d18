import type { Algorithm } from '../../examples/training/algorithms.js';

/** What the page calls the algorithms. */
export const NAMES: { readonly [name in Algorithm]: string } = {
  'grpo-roc': 'GRPO-RoC',
  grpo: 'GRPO',
  uniform: 'Uniform',
};
