import type { LearnerCapabilities } from '../../../base/index.js';
import { POLICY_LOSS_KINDS } from '../../../objective/index.js';

/** What the in-process learner of all weights can be asked for: everything but a value head and a reference policy of its own. */
export const TFJS_CAPABILITIES: LearnerCapabilities = {
  losses: POLICY_LOSS_KINDS,
  kl: true,
  entropies: true,
  values: false,
  targets: true,
  temperature: true,
  reference: false,
  lora: true,
  optimizerReset: true,
  optimizerParameters: ['learningRate', 'beta1', 'beta2', 'epsilon', 'weightDecay', 'maxGradientNorm'],
};

/** That of an adapter: its reference policy is the model without it. */
export const ADAPTER_CAPABILITIES: LearnerCapabilities = { ...TFJS_CAPABILITIES, reference: true };
