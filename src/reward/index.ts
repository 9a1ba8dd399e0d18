export { codeReward } from './code-reward.js';
export type { CodeRewardOptions, CodeTests, OutputCase } from './code-reward.js';
export { composeRewards } from './compose-rewards.js';
export type { RewardPartOption } from './compose-rewards.js';
export { extractCode } from './extract-code.js';
export { followsProtocol, formatReward } from './format-reward.js';
export type { FormatRewardOptions } from './format-reward.js';
export { softLengthReward } from './length-reward.js';
export type { SoftLengthOptions } from './length-reward.js';
export { mathReward } from './math-reward.js';
export type { MathRewardOptions } from './math-reward.js';
export { outputMatches } from './output-comparison.js';
export type { OutputComparison } from './output-comparison.js';
export { groupReward } from './reward.js';
export type {
  ComposedReward,
  GroupReward,
  Reward,
  RewardContext,
  RewardDetail,
  RewardFunction,
  RewardOutput,
  RewardPart,
  RolloutReward,
} from './reward.js';
export { rewardMetrics } from './reward-metrics.js';
export { scoreRollouts } from './score-rollouts.js';
export type { RewardProgress, ScoreOptions } from './score-rollouts.js';
export { verifyBatch } from './verify-batch.js';
export type { VerifyBatchOptions } from './verify-batch.js';
export type { Grader, VerifyProgress, VerifyRecord } from './verify-record.js';
