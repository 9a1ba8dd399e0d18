/** What `compat` builds other programs' estimators from, beside the public ones. The second door of this room. */
export { groupEstimates, successShare } from './group-advantages.js';
export { baselineGroups, subtractBaselines, tailOf } from './optimal-token-baseline.js';
export { rewardToGo } from './internal/reward-to-go.js';
