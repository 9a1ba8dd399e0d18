/** What needs the package `fast-check`: arbitraries of our types, and assertions that try them. */
export { assertRocInvariants, rocRequestArbitrary, type RocAssertionOptions } from './assert-roc-invariants.js';
export {
  rewardArbitrary,
  rolloutArbitrary,
  rolloutBatchArbitrary,
  tokenTraceArbitrary,
  toolCallArbitrary,
  turnArbitrary,
  type BatchConstraints,
  type RolloutConstraints,
} from './rollout-arbitraries.js';
