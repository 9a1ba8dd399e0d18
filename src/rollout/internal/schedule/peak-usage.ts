const BINS = 128;

/** What a session holds and by how many tokens it will still grow: equally likely numbers. */
export interface SessionNeed {
  readonly tokens: number;
  readonly growth: readonly number[];
}

/**
 * The most tokens that a set of sessions will hold at once, from now on, if each grows by a token at a time until it ends.
 *
 * With cur_i and n_i the tokens that session i has and will still grow by: max over t of Σ_{i: n_i ≥ t} (cur_i + t); in expectation where n_i is uncertain.
 * Growth is rounded up to 1/128 of the longest.
 */
export class PeakUsage {
  readonly #sessions = new Float64Array(BINS + 1);
  readonly #tokens = new Float64Array(BINS + 1);
  readonly #width: number;

  /** @param longest - No session grows by more tokens. */
  constructor(longest: number) {
    this.#width = Math.max(1, longest / BINS);
  }

  /** @param weight - -1 takes out what was added. */
  add({ tokens, growth }: SessionNeed, weight = 1): void {
    const share = weight / growth.length;
    for (const more of growth) {
      const bin = Math.max(0, Math.min(BINS, Math.ceil(more / this.#width)));
      this.#sessions[bin]! += share;
      this.#tokens[bin]! += share * tokens;
    }
  }

  /** @returns The peak with one more, in tokens. */
  peakWith(need: SessionNeed): number {
    this.add(need);
    let [sessions, tokens, peak] = [0, 0, 0];
    for (let bin = BINS; bin >= 0; bin--) {
      sessions += this.#sessions[bin]!;
      tokens += this.#tokens[bin]!;
      peak = Math.max(peak, tokens + sessions * bin * this.#width);
    }
    this.add(need, -1);
    return peak;
  }
}
