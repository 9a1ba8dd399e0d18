/**
 * `groupAdvantagesWith`, `gaeAdvantagesWith`, …: the estimators with the habits of another program as their last argument.
 * The second door of this room, for compat alone.
 */
export { gaeAdvantagesWith } from './internal/gae.js';
export { groupAdvantagesWith, type GroupEstimate } from './internal/group-advantages.js';
export { optimalTokenBaselineAdvantagesWith } from './internal/optimal-token-baseline.js';
export { remaxAdvantagesWith } from './internal/remax.js';
export { rewardToGo, sumRewards } from './internal/reward-sums.js';
export { whitenWith } from './internal/whiten.js';
