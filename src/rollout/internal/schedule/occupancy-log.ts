/** What an engine held over a step. */
export interface EngineOccupancy {
  readonly capacityTokens: number;
  /** Time in which anything ran, in milliseconds. */
  readonly busyMs: number;
  /** At most 512 of them, ascending in time: what ran, what waited there, and the tokens in the cache of what ran. */
  readonly samples: readonly OccupancySample[];
}

/** One moment of it. */
export interface OccupancySample {
  readonly timeMs: number;
  readonly running: number;
  readonly waiting: number;
  readonly heldTokens: number;
}

const MOST_SAMPLES = 512;

/** Keeps samples evenly thinned, however many come. */
export class OccupancyLog {
  #samples: OccupancySample[] = [];
  #leastGapMs = 0;

  add(timeMs: number, { running, waiting, heldTokens }: Omit<OccupancySample, 'timeMs'>): void {
    const last = this.#samples.at(-1);
    if (last !== undefined && running > 0 && timeMs - last.timeMs < this.#leastGapMs) return;
    this.#samples.push({ timeMs, running, waiting, heldTokens });
    if (this.#samples.length <= MOST_SAMPLES) return;
    this.#samples = this.#samples.filter((_, i) => i % 2 === 0);
    this.#leastGapMs = (2 * (timeMs - this.#samples[0]!.timeMs)) / MOST_SAMPLES;
  }

  occupancy(busyMs: number, capacityTokens: number): EngineOccupancy {
    return { capacityTokens, busyMs, samples: this.#samples };
  }
}
