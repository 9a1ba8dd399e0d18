import { finiteLogRatioLimit } from '../limits.js';

/**
 * What every loss of the family is given: packed tokens, and the weight of each token's loss. N = tokens, S = sequences.
 * All arrays have shape [N] but `offsets`, which has [S + 1].
 */
export interface LossContext {
  /** log π(token) under the policy being trained. */
  readonly logprobs: ArrayLike<number>;
  /** log π(token) under the policy that generated it. */
  readonly oldLogprobs: ArrayLike<number>;
  readonly advantages: ArrayLike<number>;
  readonly responseMask: ArrayLike<number>;
  readonly offsets: ArrayLike<number>;
  /** w_t, aggregation and importance weights together; 0 outside the mask. */
  readonly weights: Float64Array;
  /** Importance weights of rollout correction, for losses that take them inside rather than as a factor. */
  readonly rolloutWeights: ArrayLike<number> | undefined;
}

/** What a loss gives; arrays have shape [N] and are 0 outside the mask. */
export interface LossTerms {
  /** ℓ_t, not weighted. */
  readonly losses: Float64Array;
  /** ∂(Σ w_t ℓ_t) / ∂ log π_t, exact; a factor that a method treats as constant is constant. */
  readonly gradient: Float64Array;
  /** Means over counted tokens, under verl's names. */
  readonly metrics: { readonly [name: string]: number };
}

/** A loss's options with every default filled in but those of `Open`. */
export type Filled<T, Open extends keyof T = never> = {
  readonly [K in Exclude<keyof T, Open>]-?: NonNullable<T[K]>;
} & Pick<T, Open>;

/** @returns log π − log π_old at the counted tokens, 0 elsewhere; shape [N]. */
export function logRatios({ logprobs, oldLogprobs, responseMask }: LossContext): Float64Array {
  const ratios = new Float64Array(responseMask.length);
  for (let t = 0; t < ratios.length; t++) if (responseMask[t] !== 0) ratios[t] = logprobs[t]! - oldLogprobs[t]!;
  return ratios;
}

/** A running mean over tokens. */
export class Mean {
  #sum = 0;
  #count = 0;

  add(value: number): void {
    this.#sum += value;
    this.#count++;
  }

  /** 0 where nothing was added. */
  get value(): number {
    return this.#count === 0 ? 0 : this.#sum / this.#count;
  }
}

/** What a loss of single tokens gives for one of them. */
export interface TokenLoss {
  readonly loss: number;
  /** ∂ℓ_t / ∂ log π_t. */
  readonly derivative: number;
  /** The upper or lower side of a clipped loss was taken. */
  readonly clipped?: boolean;
  readonly clippedLower?: boolean;
}

/** What a token's loss depends on. `logRatio` is within the loss's limit; `inside` says that the limit did not act. */
export interface TokenState {
  readonly token: number;
  readonly logprob: number;
  readonly logRatio: number;
  readonly inside: boolean;
  readonly advantage: number;
}

/**
 * Works out a loss that looks at one token at a time.
 *
 * @param logRatioLimit - Log-ratios are clamped to ± this, where exp can neither overflow nor matter; no gradient beyond.
 */
export function tokenLosses(
  context: LossContext,
  logRatioLimit: number,
  lossOf: (state: TokenState) => TokenLoss,
): LossTerms {
  const limit = finiteLogRatioLimit(logRatioLimit);
  const { responseMask, advantages, weights, logprobs } = context;
  const ratios = logRatios(context);
  const losses = new Float64Array(responseMask.length);
  const gradient = new Float64Array(responseMask.length);
  const kl = new Mean();
  const clipped = new Mean();
  const clippedLower = new Mean();
  for (let token = 0; token < responseMask.length; token++) {
    if (responseMask[token] === 0) continue;
    const logRatio = Math.min(Math.max(ratios[token]!, -limit), limit);
    const inside = logRatio === ratios[token];
    const state = { token, logprob: logprobs[token]!, logRatio, inside, advantage: advantages[token]! };
    const term = lossOf(state);
    losses[token] = term.loss;
    gradient[token] = weights[token]! * term.derivative;
    kl.add(-logRatio);
    clipped.add(term.clipped === true ? 1 : 0);
    clippedLower.add(term.clippedLower === true ? 1 : 0);
  }
  const metrics = {
    'actor/pg_clipfrac': clipped.value,
    'actor/ppo_kl': kl.value,
    'actor/pg_clipfrac_lower': clippedLower.value,
  };
  return { losses, gradient, metrics };
}
