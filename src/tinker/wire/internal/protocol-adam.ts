import type { TinkerAdam } from '../messages.js';

/** The protocol's defaults. */
export const PROTOCOL_ADAM: TinkerAdam = {
  learningRate: 1e-4,
  beta1: 0.9,
  beta2: 0.95,
  epsilon: 1e-12,
  weightDecay: 0,
  maxGradientNorm: 0,
};
