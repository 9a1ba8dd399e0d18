/** What compat composes other programs' estimators of, beside the public ones. The second door of this room. */
export { groupEstimates, successShare } from './internal/group-advantages.js';
export {
  alignTokens,
  columnBaselines,
  scoreEnergy,
  subtractBaselines,
  tailOf,
} from './internal/optimal-token-baseline.js';
export { rewardToGo } from './internal/reward-to-go.js';
