/** Advantages from rewards: one for each rollout, or one for each token. */
export { ADVANTAGE_ESTIMATORS, type AdvantageEstimator, type Scale } from './estimators.js';
export { gaeAdvantages, type GaeOptions } from './gae.js';
export { groupAdvantages, type AdvantageOptions, type GroupAdvantageOptions } from './group-advantages.js';
export { optimalTokenBaselineAdvantages, type OptimalTokenBaselineOptions } from './optimal-token-baseline.js';
export {
  klPenalizedRewards,
  reinforcePlusPlusAdvantages,
  remaxAdvantages,
  type ReinforcePlusPlusOptions,
} from './reinforce.js';
export type { OptimalTokenBaselineInput, TokenAdvantages, TokenRewards } from './token-advantages.js';
export { whiten, type WhitenOptions } from './whiten.js';
