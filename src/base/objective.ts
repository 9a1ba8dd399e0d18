import type { Aggregation } from './aggregation.js';
import type { Random, Seed } from './random.js';

/**
 * A training objective: loss = Σ_t w_t (m_t ℓ_t + β kl_t − c H_t).
 *
 * Plain data: presets (`grpoRoc()`, `dapo()`, …) return one, and it can be written into a run's configuration.
 */
export interface Objective {
  readonly loss: PolicyLoss;
  /** How token losses become one number. Default: the batch's own, else `token-mean`. */
  readonly aggregation?: Aggregation | undefined;
  /** Compute the weights over the given tokens, even if the batch has its own (BNPO). Default false. */
  readonly localWeights?: boolean | undefined;
  /**
   * δ: m_t is 0, no policy loss, for tokens of negative advantage in a sequence that the policy has moved away from by more than this
   * (`OffPolicyMask`). Default: off, m_t = 1.
   */
  readonly offPolicyMask?: OffPolicyMask | undefined;
  /** The KL from the reference policy. Default: no term. */
  readonly kl?: KlTerm | undefined;
  /** c, the weight of the entropy bonus. Default: no term. */
  readonly entropy?: { readonly coefficient: number } | undefined;
}

/**
 * Off-policy sequence masking: failures that the current policy is unlikely to generate have no policy loss
 * (DeepSeek-V3.2, arXiv 2512.02556, Eq. 9; TRL's `off_policy_mask_threshold`).
 */
export interface OffPolicyMask {
  /** δ > 0: the largest mean of log π_rollout − log π over the counted tokens of a sequence. TRL's example is 0.5. */
  readonly threshold: number;
}

/** β kl_t. */
export interface KlTerm {
  /** β. */
  readonly coefficient: number;
  /** How it is estimated. Default `k3`. */
  readonly kind?: KlKind | undefined;
  /**
   * Whether `k3` is limited as in verl: to 10, and where |log π − log π_ref| is more than 20; beyond, the gradient is 0. False removes both
   * limits (the log-ratio is still clamped to ±80, so that e^80 stays finite in float32). Default true.
   */
  readonly bounded?: boolean | undefined;
  /**
   * Weigh each estimate by ρ = π / π_old, through which the gradient goes too: value and gradient are then unbiased for tokens that
   * π_old drew (a rollout correction makes π_old the trainer's, and puts its weights elsewhere), of k3 the gradient is
   * ρ (log π − log π_ref) (DeepSeek-V3.2, arXiv 2512.02556, §3.1; TRL's `use_bias_correction_kl`). Not with a `+`. Default false.
   */
  readonly biasCorrection?: boolean | undefined;
}

/** The loss of one token, before aggregation. The loss of a sequence is distributed over its tokens. */
export type PolicyLoss =
  | ClipLoss
  | GspoLoss
  | SapoLoss
  | CispoLoss
  | DppoLoss
  | DroLoss
  | GmpoLoss
  | VespoLoss
  | ClipCovLoss
  | KlCovLoss
  | ScoreFunctionLoss;

/** The clipped surrogate and its variants: PPO, GRPO, DAPO, Dr. GRPO, BNPO, dual clip, two-sided clip. */
export interface ClipLoss {
  readonly kind: 'clip';
  /** ε_low: the ratio is clipped at 1 − ε_low. Default 0.2. */
  readonly clipLow?: number | undefined;
  /** ε_high: the ratio is clipped at 1 + ε_high. Default 0.2; DAPO and the paper take 0.28. */
  readonly clipHigh?: number | undefined;
  /** c > 1: the loss of a token of negative advantage is at most −c·A (arXiv 1912.09729). Default: off. */
  readonly dualClip?: number | undefined;
  /** δ > 1 + ε_high: upper bound of the unclipped ratio (arXiv 2505.07291, §4.1; TRL's `delta`). Default: off. */
  readonly delta?: number | undefined;
  /** Log-ratios are clamped to ± this, without a gradient beyond. Default 20; Infinity sets no limit but ±80. */
  readonly logRatioLimit?: number | undefined;
}

/** Group sequence policy optimization: one ratio for each sequence, in its token form. LUSPO is the same loss, summed. */
export interface GspoLoss {
  readonly kind: 'gspo';
  /** ε_low. Default 3e-4. */
  readonly clipLow?: number | undefined;
  /** ε_high. Default 4e-4. */
  readonly clipHigh?: number | undefined;
  /** The log of a sequence's ratio is at most this, without a gradient beyond. Default 10; Infinity sets no limit but 80. */
  readonly logRatioLimit?: number | undefined;
}

/** Soft adaptive policy optimization: a smooth gate instead of the clip. */
export interface SapoLoss {
  readonly kind: 'sapo';
  /** τ for tokens of positive advantage. Default 1. */
  readonly temperaturePositive?: number | undefined;
  /** τ for all others; a larger value makes their gate narrower. Default 1.05. */
  readonly temperatureNegative?: number | undefined;
  /** Log-ratios are clamped to ± this, without a gradient beyond. Default 20; Infinity sets no limit but ±80. */
  readonly logRatioLimit?: number | undefined;
}

/** CISPO: the clipped ratio is a constant factor, so that no token loses its gradient. */
export interface CispoLoss {
  readonly kind: 'cispo';
  /** The factor is at least 1 − ε_low. Default 1: no lower bound, as in the paper. */
  readonly clipLow?: number | undefined;
  /** The factor is at most 1 + ε_high. Default 0.28. */
  readonly clipHigh?: number | undefined;
  /** Log-ratios are clamped to ± this, without a gradient beyond. Default 20; Infinity sets no limit but ±80. */
  readonly logRatioLimit?: number | undefined;
}

/** DPPO: a token has no gradient if it has moved from the old policy, in the direction of its advantage, by more than a divergence limit. */
export interface DppoLoss {
  readonly kind: 'dppo';
  /** The divergence between two outcomes, this token or any other: total variation, or KL(old ‖ new). Default `tv`. */
  readonly divergence?: 'tv' | 'kl' | undefined;
  /** Limit for tokens whose advantage is not positive. Default 0.2. */
  readonly limitLow?: number | undefined;
  /** Limit for tokens of positive advantage. Default 0.2. */
  readonly limitHigh?: number | undefined;
  /** The ratio, a constant factor, is at most this. Default 20. */
  readonly ratioLimit?: number | undefined;
}

/** DRO: the policy gradient, plus a squared log-ratio that keeps the policy near the old one. */
export interface DroLoss {
  readonly kind: 'dro';
  /** β > 0, the weight of half the square. Default 0.05. */
  readonly beta?: number | undefined;
}

/** Geometric-mean policy optimization: the geometric mean of a sequence's clipped ratios. */
export interface GmpoLoss {
  readonly kind: 'gmpo';
  /** Log-ratios are clipped at −ε_low. Default 0.4. */
  readonly clipLow?: number | undefined;
  /** Log-ratios are clipped at ε_high. Default 0.4. */
  readonly clipHigh?: number | undefined;
}

/** Variational sequence-level soft policy optimization: a smooth weighting of the whole sequence's ratio. */
export interface VespoLoss {
  readonly kind: 'vespo';
  /** k and λ for sequences whose advantage is not negative. Default 2 and 3. */
  readonly positive?: { readonly k: number; readonly lambda: number } | undefined;
  /** k and λ for the others. Default 3 and 2. */
  readonly negative?: { readonly k: number; readonly lambda: number } | undefined;
}

/** Clip-Cov: some tokens of high covariance between advantage and log π get no gradient. */
export interface ClipCovLoss {
  readonly kind: 'clip-cov';
  /** ε_low. Default 0.2. */
  readonly clipLow?: number | undefined;
  /** ε_high. Default 0.2. */
  readonly clipHigh?: number | undefined;
  /** Share of counted tokens that are dropped, at least one. Default 2e-4. */
  readonly ratio?: number | undefined;
  /** Only tokens whose covariance lies strictly between `lower` and `upper` are candidates. Default 1 and 5. */
  readonly lower?: number | undefined;
  readonly upper?: number | undefined;
  /** The seed that chooses the dropped candidates. Default: the first ones by position. */
  readonly seed?: Seed | Random | undefined;
  /** Log-ratios are clamped to ± this, without a gradient beyond. Default 20; Infinity sets no limit but ±80. */
  readonly logRatioLimit?: number | undefined;
}

/** KL-Cov: the tokens of highest covariance get a penalty for the distance from the old policy. */
export interface KlCovLoss {
  readonly kind: 'kl-cov';
  /** Share of counted tokens that get the penalty, at least one. Default 2e-4. */
  readonly ratio?: number | undefined;
  /** β of the penalty β |log ρ|. Default 1. */
  readonly coefficient?: number | undefined;
  /** Log-ratios are clamped to ± this, without a gradient beyond. Default 20; Infinity sets no limit but ±80. */
  readonly logRatioLimit?: number | undefined;
}

/**
 * The policy gradient, without a ratio: `gpg` and `reinforce` weigh log π by the advantage, `cross-entropy`
 * (supervised fine-tuning) by 1.
 */
export interface ScoreFunctionLoss {
  readonly kind: 'gpg' | 'reinforce' | 'cross-entropy';
}

/**
 * Estimates of KL(π ‖ π_ref) from one sampled token; x = log π − log π_ref (Schulman 2020, "Approximating KL divergence").
 *
 * - `k1`: x; `abs`: |x|; `k2`: x² / 2;
 * - `k3` (low variance): exp(−x) + x − 1.
 *
 * A `+` keeps the value and takes the gradient of k2, whose expectation is the gradient of the KL; that of k1 and k3 is
 * not.
 */
export type KlKind = 'k1' | 'k2' | 'k3' | 'abs' | 'k1+' | 'k2+' | 'k3+' | 'abs+';
