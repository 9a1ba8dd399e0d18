/** The estimators with the knobs that another program's habits need: the second door of this room, for compat alone. */
export { estimateGae } from './gae.js';
export { estimateGroups, type GroupEstimate } from './internal/estimate-groups.js';
export { estimateOptimalTokenBaseline } from './optimal-token-baseline.js';
export { estimateRemax } from './reinforce.js';
export { sumRewards, sumToGo } from './token-rewards.js';
export { whitenSelected } from './whiten.js';
