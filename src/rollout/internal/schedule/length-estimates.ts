/** How many sessions the mean over all groups weighs in a group's, and what is assumed at first in that over all. */
const GROUP_PRIOR = 4;
const FIRST_PRIOR = 16;
/** Sessions after which older ones begin to be forgotten: the policy changes as it is trained. */
const MEMORY = 16_384;

/** Of the log-logistic distribution; as wide as a lognormal one of deviation π / (4 √3) = 0.45. */
const SHAPE = 4;
const MEAN_TO_SCALE = Math.sin(Math.PI / SHAPE) / (Math.PI / SHAPE);
/** Each stands for an eighth of the distribution. */
const QUANTILES = Array.from({ length: 8 }, (_, i) => (i + 0.5) / 8);

interface Totals {
  /** Of ended sessions their growth, of others what is expected of them. */
  sum: number;
  count: number;
}

/**
 * By how much sessions grow, estimated from those that ended and from how far the others have come.
 *
 * Lengths are taken to be log-logistic, P(L > x) = 1 / (1 + (x / a)⁴), which is near lognormal and has quantiles in closed form. The mean counts what is
 * still under way with its expected length: the short ones end first, and a mean over ended ones alone would be too low. A group's mean is drawn towards
 * that of all.
 */
export class LengthEstimates {
  readonly #all: Totals;
  readonly #groups = new Map<string, Totals>();

  /** @param prior - Mean growth to begin with, in tokens. */
  constructor(prior: number) {
    this.#all = { sum: FIRST_PRIOR * prior, count: FIRST_PRIOR };
  }

  /** @param before - What was expected of this session until now; undefined for a new one. @param now - What is, or what it came to. */
  update(group: string, before: number | undefined, now: number): void {
    let totals = this.#groups.get(group);
    if (totals === undefined) this.#groups.set(group, (totals = { sum: 0, count: 0 }));
    for (const one of [totals, this.#all]) {
      one.sum += now - (before ?? 0);
      if (before === undefined) one.count += 1;
    }
    if (this.#all.count < MEMORY) return;
    this.#all.sum /= 2;
    this.#all.count /= 2;
  }

  /** @returns The mean growth of a group's sessions, in tokens. */
  groupMean(group: string): number {
    const { sum, count } = this.#groups.get(group) ?? { sum: 0, count: 0 };
    return (sum + (GROUP_PRIOR * this.#all.sum) / this.#all.count) / (count + GROUP_PRIOR);
  }

  /** @returns By how many tokens more a session will grow that has grown by some: eight equally likely numbers. @param most - What its budget allows. */
  rest(group: string, grown: number, most: number): number[] {
    const scale = this.groupMean(group) * MEAN_TO_SCALE;
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
