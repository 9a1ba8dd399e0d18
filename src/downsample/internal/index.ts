/** The stages of the selection on rewards that were read before, for `selectRollouts`; not part of the public API. */
export { rejectEqual, rejectEqualSchema } from '../reject-equal-rewards.js';
export { resampleOnCorrect } from '../roc-downsample.js';
export { checkMinimums, ROC_STRATEGIES, rocOptionsSchema } from './roc-options.js';
