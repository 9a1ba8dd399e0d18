/** The stages of the selection over rewards that are read, for `selectRollouts`: the door of this room that users do not open. */
export { rejectEqual, rejectEqualSchema } from '../reject-equal-rewards.js';
export { resampleOnCorrect } from '../roc-downsample.js';
export { checkMinimums, ROC_STRATEGIES, rocOptionsSchema } from './roc-options.js';
