import type { PolicyLoss } from '../../../../base/index.js';

/** The content of `loss_fn_config`. */
type LossConfig = { readonly [name: string]: number };

/** A loss of the protocol as one of ours: the sum of the losses of its tokens. */
export interface TokenLoss {
  /** The inputs that it reads from a datum besides `target_tokens` and `weights`. */
  readonly inputs: readonly ('logprobs' | 'advantages')[];
  /** The options of `loss_fn_config`, with their defaults. */
  readonly config: LossConfig;
  /** The tokens that it is of: those that the datum says were sampled, or that a mask marks. Default all. */
  readonly counts?: 'sampled' | 'sequence_ratio_mask';
  readonly lossOf: (config: LossConfig) => PolicyLoss;
}

const RL_INPUTS = ['logprobs', 'advantages'] as const;

/**
 * The formulas have no limit, but float32 cannot represent e⁸⁹. A counted token beyond this is refused, so that no ratio is clamped in
 * silence.
 */
export const LARGEST_LOG_RATIO = 80;

/** Thresholds of the ratio itself, as distances from 1. */
const bounds = (config: LossConfig) => ({
  clipLow: 1 - config['clip_low_threshold']!,
  clipHigh: config['clip_high_threshold']! - 1,
});

/**
 * The losses of the hosted service under its names, with the formulas and defaults of its documentation
 * (tinker-docs.thinkingmachines.ai/tinker/losses). It states no default for dro's β: ours is the value of its example. The formula of
 * `stable_reinforce` it does not state. Ours is REINFORCE with a penalty for leaving the policy that sampled, whose gradient
 * −(A − κ (log π − log q)) ∇log π has no ratio, and so stays bounded however stale the samples are.
 */
export const TOKEN_LOSSES: { readonly [name: string]: TokenLoss } = {
  cross_entropy: { inputs: [], config: {}, lossOf: () => ({ kind: 'cross-entropy' }) },
  importance_sampling: {
    inputs: RL_INPUTS,
    config: {},
    lossOf: () => ({ kind: 'clip', clipLow: 1, clipHigh: Number.MAX_VALUE, logRatioLimit: LARGEST_LOG_RATIO }),
  },
  ppo: {
    inputs: RL_INPUTS,
    config: { clip_low_threshold: 0.8, clip_high_threshold: 1.2 },
    lossOf: (config) => ({ kind: 'clip', ...bounds(config), logRatioLimit: LARGEST_LOG_RATIO }),
  },
  cispo: {
    inputs: RL_INPUTS,
    config: { clip_low_threshold: 0, clip_high_threshold: 4 },
    lossOf: (config) => ({ kind: 'cispo', ...bounds(config), logRatioLimit: LARGEST_LOG_RATIO }),
  },
  dro: {
    inputs: RL_INPUTS,
    config: { beta: 0.05 },
    lossOf: (config) => ({ kind: 'dro', beta: config['beta']! }),
  },
  gspo: {
    inputs: RL_INPUTS,
    // The paper's (arXiv 2507.18071).
    config: { clip_low_threshold: 1 - 3e-4, clip_high_threshold: 1 + 4e-4 },
    counts: 'sequence_ratio_mask',
    lossOf: (config) => ({ kind: 'gspo', ...bounds(config), logRatioLimit: LARGEST_LOG_RATIO }),
  },
  stable_reinforce: {
    inputs: RL_INPUTS,
    // The value in the protocol's own comment.
    config: { kl_coeff: 0.01 },
    counts: 'sampled',
    lossOf: (config) => ({ kind: 'dro', beta: config['kl_coeff']! }),
  },
};
