/** How many sessions the length that is typical of all weighs in a group's, and what is assumed at first in that of all. */
const GROUP_PRIOR = 4;
const FIRST_PRIOR = 16;
/** Sessions after which older ones begin to be forgotten: the policy changes as it is trained. */
const MEMORY = 16_384;

/** Of the log-logistic distribution; as wide as a lognormal one of deviation π / (4 √3) = 0.45. */
const SHAPE = 4;
const SCALE_TO_MEAN = Math.PI / SHAPE / Math.sin(Math.PI / SHAPE);
/** Each stands for an eighth of the distribution. */
const QUANTILES = Array.from({ length: 8 }, (_, i) => (i + 0.5) / 8);

/** Lengths are counted in bins, so many to a doubling. */
const BINS_PER_OCTAVE = 16;
const LAST_BIN = 24 * BINS_PER_OCTAVE;
/** F by how many bins a length lies above the scale, from -LAST_BIN on. */
const SHARES = Float64Array.from({ length: 2 * LAST_BIN + 1 }, (_, i) => {
  const odds = 2 ** ((SHAPE * (i - LAST_BIN)) / BINS_PER_OCTAVE);
  return odds / (1 + odds);
});

/** A session that is under way: it will grow by more than it has. */
export interface GrowingSession {
  readonly group: string;
  readonly grown: number;
}

/** How many sessions ended in each bin, and how many that are under way have come to it. */
interface Observations {
  readonly ended: Map<number, number>;
  readonly growing: Map<number, number>;
  scale: number;
}

/**
 * By how much sessions grow, estimated from those that ended and from how far the others have come.
 *
 * Lengths are taken to be log-logistic, F(x) = 1 − 1 / (1 + (x / a)⁴), which is near lognormal and has quantiles in closed form. The scale a is the most likely
 * one where what is under way is censored, since the short ones end first: with e that ended and c that did not, 2 Σ F(e) + Σ F(c) = |e|. A group's is
 * drawn towards that of all.
 */
export class LengthEstimates {
  readonly #all: Observations;
  #count = FIRST_PRIOR;
  readonly #groups = new Map<string, Observations>();

  /** @param prior - Mean growth to begin with, in tokens. */
  constructor(prior: number) {
    const scale = prior / SCALE_TO_MEAN;
    this.#all = { ended: new Map([[binOf(scale), FIRST_PRIOR]]), growing: new Map(), scale };
  }

  /** A session ended that grew by so many tokens. */
  ended(group: string, grown: number): void {
    const bin = binOf(grown);
    for (const { ended } of [this.#group(group), this.#all]) countOne(ended, bin);
    if (++this.#count < MEMORY) return;
    this.#count /= 2;
    for (const [one, count] of this.#all.ended) this.#all.ended.set(one, count / 2);
  }

  /** Estimates anew. @param growing - All sessions that are under way. */
  refresh(growing: Iterable<GrowingSession>): void {
    for (const one of [this.#all, ...this.#groups.values()]) one.growing.clear();
    for (const { group, grown } of growing) {
      const bin = binOf(grown);
      for (const one of [this.#group(group), this.#all]) countOne(one.growing, bin);
    }
    this.#all.scale = likeliestScale(this.#all);
    for (const group of this.#groups.values()) group.scale = likeliestScale(group, this.#all.scale);
  }

  #group(name: string): Observations {
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = { ended: new Map(), growing: new Map(), scale: this.#all.scale };
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

  /** @returns By how many tokens more a session will grow that has grown by some: eight equally likely numbers. @param most - What its budget allows. */
  rest(group: string, grown: number, most: number): number[] {
    const scale = this.#scaleOf(group);
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

/** By bisection over the bins. @param prior - As if GROUP_PRIOR sessions had ended at this scale. */
function likeliestScale({ ended, growing }: Observations, prior?: number): number {
  const priors = prior === undefined ? [] : [[binOf(prior), GROUP_PRIOR] as const];
  let [low, high] = [0, LAST_BIN];
  while (high > low) {
    const middle = (low + high) >> 1;
    const share = (bin: number) => SHARES[bin - middle + LAST_BIN]!;
    let excess = 0;
    for (const counts of [priors, ended]) for (const [bin, count] of counts) excess += count * (2 * share(bin) - 1);
    for (const [bin, count] of growing) excess += count * share(bin);
    if (excess > 0) low = middle + 1;
    else high = middle;
  }
  return 2 ** (low / BINS_PER_OCTAVE);
}
