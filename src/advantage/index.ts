/** Rewards turned into advantages: one a rollout, or one a token. */
export { ADVANTAGE_ESTIMATORS, type AdvantageEstimator, type Scale } from './estimators.js';
export { gaeAdvantages, type GaeOptions } from './gae.js';
export { groupAdvantages, type AdvantageOptions, type GroupAdvantageOptions } from './group-advantages.js';
export {
  optimalTokenBaselineAdvantages,
  type OptimalTokenBaselineInput,
  type OptimalTokenBaselineOptions,
} from './optimal-token-baseline.js';
export {
  klPenalizedRewards,
  reinforcePlusPlusAdvantages,
  remaxAdvantages,
  type ReinforcePlusPlusOptions,
} from './reinforce.js';
export { broadcastAdvantages, outcomeRewards, type TokenAdvantages, type TokenRewards } from './token-rewards.js';
export { whiten, type WhitenOptions } from './whiten.js';
