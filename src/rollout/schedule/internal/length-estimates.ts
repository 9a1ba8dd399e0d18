/** Weight of the length over all groups in a group's estimate, and of the assumed length in the estimate over all; in sessions. */
const GROUP_PRIOR = 2;
const FIRST_PRIOR = 16;
/** Sessions after which older ones begin to be forgotten: the policy changes as it is trained. */
const MEMORY = 16_384;

/** Shape of the log-logistic distribution of a group; as wide as a lognormal one with σ = π / (4 √3) = 0.45. */
const SHAPE = 4;
/** Shape of the distribution over all groups, which also differ from each other: σ = 0.7. */
const SHAPE_OF_ALL = 2.6;
/** The relative standard error of a scale estimated from n sessions is this over √n. */
const DOUBT = Math.sqrt(3) / SHAPE;
const SCALE_TO_MEAN = Math.PI / SHAPE / Math.sin(Math.PI / SHAPE);
/** Each stands for an eighth of the distribution. */
const QUANTILES = Array.from({ length: 8 }, (_, i) => (i + 0.5) / 8);

/** Lengths are counted in bins, so many to a doubling. */
const BINS_PER_OCTAVE = 16;
const LAST_BIN = 24 * BINS_PER_OCTAVE;
const SHARES = sharesOf(SHAPE);
const SHARES_OF_ALL = sharesOf(SHAPE_OF_ALL);

/** @returns F by how many bins a length lies above the scale, from -LAST_BIN on. */
function sharesOf(shape: number): Float64Array {
  return Float64Array.from({ length: 2 * LAST_BIN + 1 }, (_, i) => {
    const odds = 2 ** ((shape * (i - LAST_BIN)) / BINS_PER_OCTAVE);
    return odds / (1 + odds);
  });
}

/** A session that is under way: it will grow by more than it has. */
export interface GrowingSession {
  readonly group: string;
  readonly grown: number;
}

/** How many sessions ended in each bin, and how many that are under way have reached it. */
interface Observations {
  readonly ended: Map<number, number>;
  readonly growing: Map<number, number>;
  /** How many ended. */
  count: number;
  scale: number;
}

/**
 * By how much sessions grow, estimated from those that ended and from how far the others have come.
 *
 * A group's lengths are taken to be log-logistic, F(x) = 1 − 1 / (1 + (x / a)⁴), those of all groups together with a power of 2.6, which is near lognormal and has quantiles in closed form. The scale a is the most likely
 * one where what is under way is censored, since the short ones end first: with e that ended and c that did not, 2 Σ F(e) + Σ F(c) = |e|. A group's is
 * drawn towards that of all. Where it is too small it is so for all sessions of the group at once: room is kept for a scale that is larger by its standard error.
 */
export class LengthEstimates {
  readonly #all: Observations;
  readonly #groups = new Map<string, Observations>();

  /** @param prior - Mean growth to begin with, in tokens. */
  constructor(prior: number) {
    const scale = prior / SCALE_TO_MEAN;
    this.#all = { ended: new Map([[binOf(scale), FIRST_PRIOR]]), growing: new Map(), count: FIRST_PRIOR, scale };
  }

  /** A session ended that grew by so many tokens. */
  ended(group: string, grown: number): void {
    const bin = binOf(grown);
    for (const one of [this.#group(group), this.#all]) {
      countOne(one.ended, bin);
      one.count += 1;
    }
    if (this.#all.count < MEMORY) return;
    this.#all.count /= 2;
    for (const [one, count] of this.#all.ended) this.#all.ended.set(one, count / 2);
  }

  /** Estimates anew. @param growing - All sessions that are under way. */
  refresh(growing: Iterable<GrowingSession>): void {
    for (const one of [this.#all, ...this.#groups.values()]) one.growing.clear();
    for (const { group, grown } of growing) {
      const bin = binOf(grown);
      for (const one of [this.#group(group), this.#all]) countOne(one.growing, bin);
    }
    this.#all.scale = likeliestScale(this.#all, SHARES_OF_ALL);
    for (const group of this.#groups.values()) group.scale = likeliestScale(group, SHARES, this.#all.scale);
  }

  #group(name: string): Observations {
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = { ended: new Map(), growing: new Map(), count: 0, scale: this.#all.scale };
      this.#groups.set(name, group);
    }
    return group;
  }

  #scaleOf(group: string): number {
    return (this.#groups.get(group) ?? this.#all).scale;
  }

  /** @returns The mean growth of a group's sessions, in tokens. */
  groupMean(group: string): number {
    return this.#scaleOf(group) * SCALE_TO_MEAN;
  }

  /**
   * @param most - The limit of its budget.
   * @returns By how many tokens more a session will grow that has grown by some: eight equally likely numbers, if the scale is larger by its standard error.
   */
  rest(group: string, grown: number, most: number): number[] {
    const { count = 0 } = this.#groups.get(group) ?? {};
    const scale = this.#scaleOf(group) * (1 + DOUBT / Math.sqrt(GROUP_PRIOR + count));
    const odds = (grown / scale) ** SHAPE;
    return QUANTILES.map((quantile) => {
      // P(L > x | L > grown) = 1 − quantile, solved for x.
      const length = scale * ((1 + odds) / (1 - quantile) - 1) ** (1 / SHAPE);
      return Math.min(most, length - grown);
    });
  }

  forget(group: string): void {
    this.#groups.delete(group);
  }
}

function binOf(tokens: number): number {
  return Math.min(LAST_BIN, Math.round(BINS_PER_OCTAVE * Math.log2(Math.max(1, tokens))));
}

function countOne(counts: Map<number, number>, bin: number): void {
  counts.set(bin, (counts.get(bin) ?? 0) + 1);
}

/** By bisection over the bins. @param shares - F. @param prior - As if GROUP_PRIOR sessions had ended at this scale. */
function likeliestScale({ ended, growing }: Observations, shares: Float64Array, prior?: number): number {
  const priors = prior === undefined ? [] : [[binOf(prior), GROUP_PRIOR] as const];
  let [low, high] = [0, LAST_BIN];
  while (high > low) {
    const middle = (low + high) >> 1;
    const share = (bin: number) => shares[bin - middle + LAST_BIN]!;
    let excess = 0;
    for (const counts of [priors, ended]) for (const [bin, count] of counts) excess += count * (2 * share(bin) - 1);
    for (const [bin, count] of growing) excess += count * share(bin);
    if (excess > 0) low = middle + 1;
    else high = middle;
  }
  return 2 ** (low / BINS_PER_OCTAVE);
}
