export * from './estimators.js';
export * from './gae.js';
export * from './group-advantages.js';
export * from './optimal-token-baseline.js';
export * from './reinforce.js';
export { broadcastAdvantages, outcomeRewards, rewardToGo } from './token-rewards.js';
export type { RewardToGoOptions, TokenAdvantages, TokenRewards } from './token-rewards.js';
export * from './verl.js';
export * from './whiten.js';
