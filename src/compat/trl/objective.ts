import * as z from 'zod/mini';
import type { Aggregation, Objective, PolicyLoss, TokenLayout } from '../../base/index.js';
import { checkArgument, LAYOUT, parseOptions } from '../../base/internal/index.js';

/** The options of TRL's `GRPOConfig` for the loss, under its names. */
export interface TrlGrpoConfig {
  /** Default `dapo`. */
  readonly loss_type?: 'grpo' | 'bnpo' | 'dr_grpo' | 'dapo' | 'luspo' | 'cispo' | 'sapo' | 'vespo' | undefined;
  /** Of the ratio: a token's, or the geometric mean of its sequence. Default `token`. */
  readonly importance_sampling_level?: 'token' | 'sequence' | undefined;
  /** Default 0.2. */
  readonly epsilon?: number | undefined;
  /** Default `epsilon`. For `cispo` the largest ratio itself, so at least 1. */
  readonly epsilon_high?: number | null | undefined;
  readonly delta?: number | null | undefined;
  /** Coefficient of the KL term. Default 0: no term. */
  readonly beta?: number | undefined;
  /** Default true, as since TRL 1.16. */
  readonly use_bias_correction_kl?: boolean | undefined;
  readonly off_policy_mask_threshold?: number | null | undefined;
  readonly sapo_temperature_pos?: number | undefined;
  readonly sapo_temperature_neg?: number | undefined;
  readonly vespo_k_pos?: number | undefined;
  readonly vespo_lambda_pos?: number | undefined;
  readonly vespo_k_neg?: number | undefined;
  readonly vespo_lambda_neg?: number | undefined;
  /** What `dr_grpo` divides by. Default 512. */
  readonly max_completion_length?: number | undefined;
  /** Tokens of the whole batch over all processes, by which `dapo`, `cispo` and `vespo` divide. Default: those of the layout. */
  readonly num_items_in_batch?: number | undefined;
}

const orNone = (schema: z.ZodMiniNumber) => z.optional(z.nullable(schema));
const byDefault = (value: number) => z._default(z.number(), value);
const schema = z.strictObject({
  loss_type: z._default(z.enum(['grpo', 'bnpo', 'dr_grpo', 'dapo', 'luspo', 'cispo', 'sapo', 'vespo']), 'dapo'),
  importance_sampling_level: z._default(z.enum(['token', 'sequence']), 'token'),
  epsilon: byDefault(0.2),
  epsilon_high: orNone(z.number()),
  delta: orNone(z.number()),
  beta: byDefault(0),
  use_bias_correction_kl: z._default(z.boolean(), true),
  off_policy_mask_threshold: orNone(z.number()),
  sapo_temperature_pos: byDefault(1),
  sapo_temperature_neg: byDefault(1.05),
  vespo_k_pos: byDefault(2),
  vespo_lambda_pos: byDefault(3),
  vespo_k_neg: byDefault(3),
  vespo_lambda_neg: byDefault(2),
  max_completion_length: byDefault(512),
  num_items_in_batch: z.optional(z.number()),
});

type Config = z.output<typeof schema>;

/** TRL bounds no log-ratio. */
const UNLIMITED = { logRatioLimit: Infinity };

/**
 * The objective that reproduces the loss of TRL's `GRPOTrainer`, for a batch as in TRL: one process, one step of gradient accumulation.
 *
 * TRL's off-policy mask reads the engine's logprobs where it has them: `rolloutLogprobs` of the batch; its
 * `importance_sampling_ratio` is `rolloutWeights`. What is not TRL's: log-ratios are bounded by ±80.
 *
 * @param layout - Of the batch: TRL averages over all its sequences, those without a counted token included.
 * @throws RangeError where a ratio of whole sequences meets what is reproduced for ratios of tokens alone (`delta`,
 *   `use_bias_correction_kl`, `cispo`, `sapo`).
 * @remarks Source: `_compute_loss` of `trl/trainer/grpo_trainer.py`, TRL 1.16.
 *
 * @example
 * const objective = trlObjective({ loss_type: 'dapo', epsilon_high: 0.28 }, layout);
 */
export function trlObjective(config: TrlGrpoConfig, layout: TokenLayout): Objective {
  const parsed = parseOptions(schema, config, 'config');
  checkArgument(layout, 'layout', LAYOUT);
  checkLevel(parsed);
  const { beta, off_policy_mask_threshold: threshold } = parsed;
  return {
    loss: lossOf(parsed),
    aggregation: aggregationOf(parsed, Math.max(1, layout.offsets.length - 1)),
    ...(threshold != null && { offPolicyMask: { threshold } }),
    ...(beta !== 0 && {
      kl: { coefficient: beta, kind: 'k3', bounded: false, biasCorrection: parsed.use_bias_correction_kl },
    }),
  };
}

/** @throws RangeError for what TRL takes and no objective of the family is. */
function checkLevel({ loss_type: type, importance_sampling_level: level, delta, beta, ...config }: Config): void {
  const ofTokens = [
    ...(beta !== 0 && config.use_bias_correction_kl ? ['use_bias_correction_kl'] : []),
    ...(type === 'cispo' || type === 'sapo' ? [type] : []),
    ...(type !== 'vespo' && delta != null ? ['delta'] : []),
  ];
  if (level === 'sequence' && ofTokens.length > 0)
    throw new RangeError(`config.importance_sampling_level: expected "token" with ${ofTokens[0]}, got "sequence"`);
}

function lossOf(config: Config): PolicyLoss {
  const { loss_type: type, importance_sampling_level: level, epsilon: clipLow, delta } = config;
  const high = config.epsilon_high ?? clipLow;
  switch (type) {
    case 'cispo':
      if (high < 1) throw new RangeError(`config.epsilon_high: expected at least 1 with cispo, got ${high}`);
      return { kind: 'cispo', clipHigh: high - 1, ...UNLIMITED };
    case 'sapo': {
      const { sapo_temperature_pos: temperaturePositive, sapo_temperature_neg: temperatureNegative } = config;
      return { kind: 'sapo', temperaturePositive, temperatureNegative, ...UNLIMITED };
    }
    case 'vespo':
      return {
        kind: 'vespo',
        positive: { k: config.vespo_k_pos, lambda: config.vespo_lambda_pos },
        negative: { k: config.vespo_k_neg, lambda: config.vespo_lambda_neg },
      };
    default:
      if (level === 'sequence') return { kind: 'gspo', clipLow, clipHigh: high, ...UNLIMITED };
      return { kind: 'clip', clipLow, clipHigh: high, ...(delta != null && { delta }), ...UNLIMITED };
  }
}

function aggregationOf(config: Config, sequences: number): Aggregation {
  switch (config.loss_type) {
    case 'grpo':
    case 'sapo':
      return { kind: 'seq-mean-token-mean', sequences };
    case 'bnpo':
      return 'token-mean';
    case 'dr_grpo':
      return { kind: 'seq-mean-token-sum', sequences, scale: 1 / config.max_completion_length };
    case 'luspo':
      return { kind: 'seq-mean-token-sum', sequences };
    case 'dapo':
    case 'cispo':
    case 'vespo':
      return { kind: 'token-mean', ...(config.num_items_in_batch && { tokens: config.num_items_in_batch }) };
  }
}
