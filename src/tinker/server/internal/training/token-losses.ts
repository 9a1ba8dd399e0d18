import type { PolicyLoss } from '../../../../base/index.js';

/** What `loss_fn_config` says. */
type LossConfig = { readonly [name: string]: number };

/** A loss of the protocol, as one of the family: the sum over tokens of what each of them has. */
export interface TokenLoss {
  /** What it takes of a datum beside `target_tokens` and `weights`. */
  readonly inputs: readonly ('logprobs' | 'advantages')[];
  /** What `loss_fn_config` may say, and what it is otherwise. */
  readonly config: LossConfig;
  readonly lossOf: (config: LossConfig) => PolicyLoss;
}

const RL_INPUTS = ['logprobs', 'advantages'] as const;

/**
 * The formulas have no limit, yet float32 has no number for e⁸⁹: a token that counts and is beyond this is refused, so that no ratio
 * is ever clamped in silence.
 */
export const LARGEST_LOG_RATIO = 80;

/** Thresholds of the ratio itself, as distances from 1. */
const bounds = (config: LossConfig) => ({
  clipLow: 1 - config['clip_low_threshold']!,
  clipHigh: config['clip_high_threshold']! - 1,
});

/**
 * The losses of the hosted service, by its names: their formulas and defaults are those of its documentation
 * (tinker-docs.thinkingmachines.ai/tinker/losses). Of dro's β it states no default: ours is that of its example.
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
};
