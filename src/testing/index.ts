export { appliedGradientErrors, type AppliedGradientError } from './applied-gradients.js';
export { assertRocProbabilities, type RocProbabilityOptions } from './assert-roc-probabilities.js';
export { assertFrequencies, successiveDrawProbabilities, type SubsetProbabilities } from './draw-probabilities.js';
export { createFakeSandbox, type FakeAnswer, type FakeSandbox, type FakeSandboxOptions } from './fake-sandbox.js';
export {
  learnerConformanceCases,
  type LearnerConformanceCase,
  type LearnerFeature,
  type LearnerUnderTest,
} from './learner-conformance.js';
export { checkRocInvariants, ROC_INVARIANTS, type RocCase, type RocInvariant } from './roc-invariants.js';
export { signedGroups, type RocRequest, type RocSampler, type SignedGroup } from './roc-sampler.js';
export { sandboxConformanceCases, type SandboxConformanceCase, type SandboxFeature } from './sandbox-conformance.js';
export {
  createScriptedPolicy,
  type ScriptedPolicy,
  type ScriptedPolicyOptions,
  type ScriptedTurn,
} from './scripted-policy.js';
