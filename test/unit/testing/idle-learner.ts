import type { Learner, LearnerCapabilities, LearnerFactory, PolicySnapshot } from '../../../src/base/index.js';

/** A factory of learners that answer in the right shapes and do nothing; they claim to be able to do all, or nothing. */
export function createIdleLearner(can: boolean): LearnerFactory {
  const capabilities: LearnerCapabilities = {
    losses: can ? ['clip', 'cross-entropy'] : [],
    kl: can,
    entropies: can,
    values: can,
    targets: can,
    segments: can,
    temperature: can,
    reference: can,
    lora: can,
    optimizerReset: can,
    optimizerParameters: can ? ['learningRate', 'beta1', 'beta2', 'epsilon', 'weightDecay', 'maxGradientNorm'] : [],
  };
  const policy: PolicySnapshot = {
    weightVersion: '0',
    generate: () =>
      Promise.resolve({
        tokens: new Int32Array(),
        logprobs: new Float32Array(),
        finishReason: 'stop',
        weightVersions: [],
      }),
    close: () => Promise.resolve(),
  };
  const learner: Learner = {
    capabilities,
    forwardBackward: ({ tokens }) =>
      Promise.resolve({ loss: 0, logprobs: new Float32Array(tokens.length), metrics: {} }),
    optimizerStep: () => Promise.resolve({ learningRate: 0, step: 0 }),
    discardGradients: () => Promise.resolve(),
    logprobs: ({ tokens }) => Promise.resolve(new Float32Array(tokens.length)),
    policy: () => Promise.resolve(policy),
    saveCheckpoint: (location) => Promise.resolve(location),
    loadCheckpoint: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return {
    capabilities,
    baseModels: ['small'],
    createLearner: () => Promise.resolve(learner),
    close: () => Promise.resolve(),
  };
}
