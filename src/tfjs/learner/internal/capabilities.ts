import type { LearnerCapabilities } from '../../../base/index.js';

/** What the in-process learner can be asked for: everything but a value head, a reference policy of its own and adapters. */
export const TFJS_CAPABILITIES: LearnerCapabilities = {
  losses: ['clip', 'gspo', 'sapo', 'cispo', 'gmpo', 'vespo', 'clip-cov', 'kl-cov', 'gpg', 'reinforce', 'cross-entropy'],
  kl: true,
  entropies: true,
  values: false,
  targets: true,
  temperature: true,
  reference: false,
  lora: false,
  optimizerParameters: ['learningRate', 'beta1', 'beta2', 'epsilon', 'weightDecay', 'maxGradientNorm'],
};
