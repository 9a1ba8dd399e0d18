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
  /** Work the weights out over the tokens given, even where the batch brings its own (BNPO). Default false. */
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
 * Off-policy sequence masking: failures that the current policy would hardly write have no policy loss
 * (DeepSeek-V3.2, arXiv 2512.02556, Eq. 9; TRL's `off_policy_mask_threshold`).
 */
export interface OffPolicyMask {
  /** δ > 0: the most that log π_rollout − log π may be on average over a sequence's counted tokens. TRL's example is 0.5. */
  readonly threshold: number;
}

/** β kl_t. */
export interface KlTerm {
  /** β. */
  readonly coefficient: number;
  /** How it is estimated. Default `k3`. */
  readonly kind?: KlKind | undefined;
  /**
   * Whether `k3` is cut off as verl does: at 10, and where |log π − log π_ref| is more than 20, without a gradient beyond. False lifts both (the log-ratio
   * alone is clamped to ±80, so that e^80 stays finite in float32). Default true.
   */
  readonly bounded?: boolean | undefined;
  /**
   * Weigh each estimate by ρ = π / π_old, through which the gradient goes too: value and gradient are then unbiased for tokens that
   * π_old drew (a rollout correction makes π_old the trainer's, and puts its weights elsewhere), of k3 the gradient is
   * ρ (log π − log π_ref) (DeepSeek-V3.2, arXiv 2512.02556, §3.1; TRL's `use_bias_correction_kl`). Not with a `+`. Default false.
   */
  readonly biasCorrection?: boolean | undefined;
}

/** The loss of one token (or of one sequence, put on its tokens), before aggregation. */
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
  /** c > 1: a token of negative advantage loses at most −c·A (arXiv 1912.09729). Default: off. */
  readonly dualClip?: number | undefined;
  /** δ > 1 + ε_high: the unclipped ratio is at most it (arXiv 2505.07291, §4.1; TRL's `delta`). Default: off. */
  readonly delta?: number | undefined;
  /** Log-ratios are clamped to ± this, without a gradient beyond. Default 20; Infinity sets no limit but ±80. */
  readonly logRatioLimit?: number | undefined;
}

/** Group sequence policy optimization: one ratio a sequence, in its token form. LUSPO is the same loss, summed. */
export interface GspoLoss {
  readonly kind: 'gspo';
  /** ε_low. Default 3e-4. */
  readonly clipLow?: number | undefined;
  /** ε_high. Default 4e-4. */
  readonly clipHigh?: number | undefined;
  /** The log of a sequence's ratio is at most this, without a gradient beyond. Default 10; Infinity sets no limit but 80. */
  readonly logRatioLimit?: number | undefined;
}

/** Soft adaptive policy optimization: a smooth gate in the place of the clip. */
export interface SapoLoss {
  readonly kind: 'sapo';
  /** τ for tokens of positive advantage. Default 1. */
  readonly temperaturePositive?: number | undefined;
  /** τ for all others: larger, so that they fade sooner. Default 1.05. */
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

/** DPPO: a token that moves further from the old policy, in the direction of its advantage, than a divergence allows has no gradient. */
export interface DppoLoss {
  readonly kind: 'dppo';
  /** Of two outcomes, this token or another: total variation, or KL(old ‖ new). Default `tv`. */
  readonly divergence?: 'tv' | 'kl' | undefined;
  /** Most that a token of no positive advantage may lose. Default 0.2. */
  readonly limitLow?: number | undefined;
  /** Most that a token of positive advantage may gain. Default 0.2. */
  readonly limitHigh?: number | undefined;
  /** The ratio, a constant factor, is at most this. Default 20. */
  readonly ratioLimit?: number | undefined;
}

/** DRO: the policy gradient itself, and a square of the log-ratio that holds it by the old policy. */
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
  /** The share of counted tokens that is dropped; one at least. Default 2e-4. */
  readonly ratio?: number | undefined;
  /** Only tokens whose covariance lies strictly between `lower` and `upper` are candidates. Default 1 and 5. */
  readonly lower?: number | undefined;
  readonly upper?: number | undefined;
  /** Which candidates are dropped: at random by this seed; in order of position when there is none. */
  readonly seed?: Seed | Random | undefined;
  /** Log-ratios are clamped to ± this, without a gradient beyond. Default 20; Infinity sets no limit but ±80. */
  readonly logRatioLimit?: number | undefined;
}

/** KL-Cov: the tokens of highest covariance pay for leaving the old policy. */
export interface KlCovLoss {
  readonly kind: 'kl-cov';
  /** The share of counted tokens that pays; one at least. Default 2e-4. */
  readonly ratio?: number | undefined;
  /** What they pay: β |log ρ|. Default 1. */
  readonly coefficient?: number | undefined;
  /** Log-ratios are clamped to ± this, without a gradient beyond. Default 20; Infinity sets no limit but ±80. */
  readonly logRatioLimit?: number | undefined;
}

/**
 * The policy gradient itself, without a ratio: `gpg` and `reinforce` weigh log π by the advantage, `cross-entropy`
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
