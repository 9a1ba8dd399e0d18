const BINS = 128;
/** Room is kept for so many standard deviations above the expected sum: too little costs a rollout's whole context, too much only a little time. */
const DEVIATIONS = 2;

/** A session's tokens, and by how many it will still grow: equally likely numbers, in ascending order. */
export interface SessionNeed {
  readonly tokens: number;
  readonly growth: readonly number[];
  /** How many steps it takes to grow by one token. Default 1. */
  readonly stepsPerToken?: number;
}

/**
 * The most tokens that a set of sessions will have in the cache at once, from now on, if each grows by a token at a time until it ends.
 *
 * With cur_i and n_i the tokens that session i has and will still grow by: max over t of Σ_{i: n_i ≥ t} (cur_i + t). Where n_i is uncertain it is the
 * expectation of the sum and twice its standard deviation, from p_i (1 − p_i) (cur_i + t)² with p_i = P(n_i ≥ t).
 * Growth is rounded up to 1/128 of the longest.
 */
export class PeakUsage {
  /** Tokens by which they grow in a step. */
  readonly #rates = new Float64Array(BINS + 1);
  readonly #tokens = new Float64Array(BINS + 1);
  /** Σ p (1 − p), times cur⁰, cur¹ and cur²: what a bin adds to that of all bins above it. */
  readonly #spread = [new Float64Array(BINS + 1), new Float64Array(BINS + 1), new Float64Array(BINS + 1)] as const;
  readonly #width: number;

  /** @param longest - No session grows by more tokens. */
  constructor(longest: number) {
    this.#width = Math.max(1, longest / BINS);
  }

  /** @param weight - -1 removes a need that was added. */
  add({ tokens, growth, stepsPerToken = 1 }: SessionNeed, weight = 1): void {
    const rate = weight / stepsPerToken;
    const share = 1 / growth.length;
    let lives = 0;
    for (const more of growth.toReversed()) {
      const bin = Math.max(0, Math.min(BINS, Math.ceil((more * stepsPerToken) / this.#width)));
      this.#rates[bin]! += rate * share;
      this.#tokens[bin]! += weight * share * tokens;
      const before = lives * (1 - lives);
      lives += share;
      const spread = weight * (lives * (1 - lives) - before);
      this.#spread[0][bin]! += spread;
      this.#spread[1][bin]! += spread * tokens;
      this.#spread[2][bin]! += spread * tokens * tokens;
    }
  }

  /** @returns The peak with one more, in tokens. */
  peakWith(need: SessionNeed): number {
    this.add(need);
    let [rates, tokens, peak] = [0, 0, 0];
    let [ones, firsts, squares] = [0, 0, 0];
    for (let bin = BINS; bin >= 0; bin--) {
      rates += this.#rates[bin]!;
      tokens += this.#tokens[bin]!;
      ones += this.#spread[0][bin]!;
      firsts += this.#spread[1][bin]!;
      squares += this.#spread[2][bin]!;
      const more = bin * this.#width;
      const variance = Math.max(0, squares + 2 * more * firsts + more * more * ones);
      peak = Math.max(peak, tokens + rates * more + DEVIATIONS * Math.sqrt(variance));
    }
    this.add(need, -1);
    return peak;
  }
}
