export { appliedGradientErrors, type AppliedGradientError } from './applied-gradients.js';
export { assertRocProbabilities } from './assert-roc-probabilities.js';
export { createFakeSandbox } from './fake-sandbox.js';
export { learnerConformanceCases, type LearnerConformanceCase, type LearnerUnderTest } from './learner-conformance.js';
export type { RocSampler } from './roc-invariants.js';
export { sandboxConformanceCases, type SandboxConformanceCase } from './sandbox-conformance.js';
export { createScriptedPolicy, type ScriptedTurn } from './scripted-policy.js';
