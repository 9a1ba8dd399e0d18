import { mean } from '../../../base/internal/index.js';

/** How many of the last steps the moving average looks at. */
const WINDOW = 20;

/**
 * One stage's progress and how long the rest of it will take, from a moving average over its last steps.
 *
 * Times are milliseconds of the caller's clock. A stage that starts above step 1 was resumed: only what this run did counts.
 */
export class StepClock {
  readonly #durations: number[] = [];
  #lastAt: number | undefined;
  #step = 0;

  constructor(
    readonly name: string,
    readonly total: number,
  ) {}

  get step(): number {
    return this.#step;
  }

  get done(): boolean {
    return this.#step >= this.total;
  }

  /** @param since - When the stage's first step began, if this is its first. */
  advance(step: number, now: number, since: number): void {
    const steps = this.#lastAt === undefined ? 1 : step - this.#step;
    if (steps > 0) {
      this.#durations.push((now - (this.#lastAt ?? since)) / steps);
      if (this.#durations.length > WINDOW) this.#durations.shift();
      this.#lastAt = now;
    }
    this.#step = step;
  }

  /** @returns Seconds until the last step ends; undefined before the first one has. */
  secondsLeft(now: number): number | undefined {
    if (this.#durations.length === 0 || this.#lastAt === undefined) return undefined;
    const remaining = mean(this.#durations) * (this.total - this.#step);
    return Math.max(0, remaining - (now - this.#lastAt)) / 1000;
  }
}
