/** Weight of the growth over all groups in a group's estimate, and of the assumed growth in the estimate over all; in sessions. */
const GROUP_PRIOR = 2;
const FIRST_PRIOR = 2;
/** Sessions after which older ones begin to be forgotten: the policy changes as it is trained. */
const MEMORY = 16_384;

/** What was seen of sessions: how many ended, and the tokens by which these and all others have grown. */
interface Observations {
  ended: number;
  grown: number;
}

/** A session that is under way: it will grow by more than it has. */
export interface GrowingSession {
  readonly group: string;
  readonly grown: number;
}

/**
 * By how many tokens sessions grow, in the mean, estimated while most of them still grow.
 *
 * If a session ends after each token with the same probability, the likeliest mean is all tokens seen over the number of sessions that ended: the
 * long ones, which have not ended yet, count with what they have. A group's mean is drawn towards that of all.
 */
export class GrowthEstimates {
  readonly #all: Observations = { ended: 0, grown: 0 };
  /** Of sessions that ended. */
  readonly #groups = new Map<string, Observations>();
  #growing = new Map<string, number>();
  #assumed: number | undefined;
  #mean = 1;

  /** @param mean - Growth to begin with, in tokens; the first counts. */
  assume(mean: number): void {
    if (this.#assumed === undefined) this.#assumed = this.#mean = Math.max(1, mean);
  }

  /** A session ended that grew by so many tokens. */
  ended(group: string, grown: number): void {
    const seen = this.#groups.get(group) ?? { ended: 0, grown: 0 };
    this.#groups.set(group, seen);
    for (const one of [seen, this.#all]) {
      one.ended += 1;
      one.grown += grown;
    }
    if (this.#all.ended < MEMORY) return;
    this.#all.ended /= 2;
    this.#all.grown /= 2;
  }

  /** Estimates anew. @param growing - All sessions that are under way. */
  refresh(growing: Iterable<GrowingSession>): void {
    this.#growing = new Map();
    let total = 0;
    for (const { group, grown } of growing) {
      this.#growing.set(group, (this.#growing.get(group) ?? 0) + grown);
      total += grown;
    }
    const { ended, grown } = this.#all;
    this.#mean = (FIRST_PRIOR * (this.#assumed ?? 1) + grown + total) / (FIRST_PRIOR + ended);
  }

  /** Of all sessions. */
  get mean(): number {
    return this.#mean;
  }

  /** Of a group's sessions. */
  groupMean(group: string): number {
    const { ended, grown } = this.#groups.get(group) ?? { ended: 0, grown: 0 };
    return (GROUP_PRIOR * this.#mean + grown + (this.#growing.get(group) ?? 0)) / (GROUP_PRIOR + ended);
  }

  forget(group: string): void {
    this.#groups.delete(group);
  }
}
