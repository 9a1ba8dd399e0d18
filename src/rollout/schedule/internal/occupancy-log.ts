/** How full an engine was over a step. */
export interface EngineOccupancy {
  readonly name: string;
  readonly capacityTokens: number;
  /** Time in which anything ran, in milliseconds. */
  readonly busyMs: number;
  /** At most 512 of them, ascending in time: what ran, what waited there, and the tokens in the cache of what ran. */
  readonly samples: readonly OccupancySample[];
}

/** One moment of it. */
export interface OccupancySample {
  /** Since the step began. */
  readonly timeMs: number;
  readonly running: number;
  readonly waiting: number;
  readonly heldTokens: number;
}

/** An engine at one moment. */
export interface EngineState {
  readonly running: number;
  readonly waiting: number;
  /** Tokens in the cache of what runs; called only where a sample is due. */
  heldTokens(): number;
}

const MOST_SAMPLES = 512;

/** Keeps samples evenly thinned, however many come. */
export class OccupancyLog {
  #samples: OccupancySample[] = [];
  #leastGapMs = 0;
  #busyMs = 0;
  #busySince: number | undefined;

  add(timeMs: number, state: EngineState): void {
    const { running, waiting } = state;
    if (running > 0) this.#busySince ??= timeMs;
    else if (this.#busySince !== undefined) {
      this.#busyMs += timeMs - this.#busySince;
      this.#busySince = undefined;
    }
    const last = this.#samples.at(-1);
    const isChange = last !== undefined && running === 0 && last.running > 0;
    if (last !== undefined && !isChange && timeMs - last.timeMs < this.#leastGapMs) return;
    this.#samples.push({ timeMs, running, waiting, heldTokens: state.heldTokens() });
    if (this.#samples.length <= MOST_SAMPLES) return;
    this.#samples = this.#samples.filter((_, i) => i % 2 === 0);
    this.#leastGapMs = (2 * (timeMs - this.#samples[0]!.timeMs)) / MOST_SAMPLES;
  }

  /** @param timeMs - Until when. */
  occupancy(name: string, capacityTokens: number, timeMs: number): EngineOccupancy {
    const busyMs = this.#busyMs + (this.#busySince === undefined ? 0 : timeMs - this.#busySince);
    return { name, capacityTokens, busyMs, samples: this.#samples };
  }
}
