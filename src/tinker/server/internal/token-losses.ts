/** One token, as a loss sees it. */
export interface LossToken {
  /** log π of the target under the weights being trained. */
  readonly logprob: number;
  /** log π of the target under the weights that drew it. */
  readonly sampled: number;
  readonly advantage: number;
}

/** A loss of one token, and its derivative with respect to `logprob`. */
type ValueAndSlope = readonly [value: number, slope: number];

/** A loss of the protocol: the sum over tokens of what each of them has. */
export interface TokenLoss {
  /** What it takes of a datum beside `target_tokens` and `weights`. */
  readonly inputs: readonly ('logprobs' | 'advantages')[];
  /** What `loss_fn_config` may say, and what it is otherwise. */
  readonly config: { readonly [name: string]: number };
  readonly at: (token: LossToken, config: { readonly [name: string]: number }) => ValueAndSlope;
}

const RL_INPUTS = ['logprobs', 'advantages'] as const;

/** The clipped share of probability under the weights being trained, and the share itself. */
function ratios({ logprob, sampled }: LossToken, config: { readonly [name: string]: number }) {
  const ratio = Math.exp(logprob - sampled);
  return { ratio, clipped: Math.min(Math.max(ratio, config['clip_low_threshold']!), config['clip_high_threshold']!) };
}

/**
 * The losses of the hosted service, by its names: their formulas and defaults are those of its documentation
 * (tinker-docs.thinkingmachines.ai/tinker/losses). Of dro's β it states no default: ours is that of its example.
 * They are those of `policyLoss` (cross-entropy; clip, also without bounds; cispo; dro), but that no log-ratio is clamped: the
 * formulas have no such limit.
 */
export const TOKEN_LOSSES: { readonly [name: string]: TokenLoss } = {
  cross_entropy: { inputs: [], config: {}, at: ({ logprob }) => [-logprob, -1] },
  importance_sampling: {
    inputs: RL_INPUTS,
    config: {},
    at({ logprob, sampled, advantage }) {
      const value = -Math.exp(logprob - sampled) * advantage;
      return [value, value];
    },
  },
  ppo: {
    inputs: RL_INPUTS,
    config: { clip_low_threshold: 0.8, clip_high_threshold: 1.2 },
    at(token, config) {
      const { ratio, clipped } = ratios(token, config);
      const { advantage } = token;
      const isClipped = clipped * advantage < ratio * advantage;
      return isClipped ? [-clipped * advantage, 0] : [-ratio * advantage, -ratio * advantage];
    },
  },
  cispo: {
    inputs: RL_INPUTS,
    config: { clip_low_threshold: 0, clip_high_threshold: 4 },
    at(token, config) {
      const factor = ratios(token, config).clipped * token.advantage;
      return [-factor * token.logprob, -factor];
    },
  },
  dro: {
    inputs: RL_INPUTS,
    config: { beta: 0.05 },
    at({ logprob, sampled, advantage }, config) {
      const beta = config['beta']!;
      const distance = logprob - sampled;
      return [0.5 * beta * distance ** 2 - logprob * advantage, beta * distance - advantage];
    },
  },
};
