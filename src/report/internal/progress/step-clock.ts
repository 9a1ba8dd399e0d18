import { mean } from '../../../base/internal/index.js';

/** How many of the last steps the moving average looks at. */
const WINDOW = 20;

/**
 * One stage's progress and how long the rest of it will take, from a moving average over its last steps.
 *
 * Times are milliseconds of the caller's clock. The start time of a stage's first step is unknown: models are loaded, demonstrations made
 * and problems measured before it. So the first record starts the clock, and the second ends the first step that was measured.
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

  advance(step: number, now: number): void {
    if (this.#lastAt !== undefined && step > this.#step) {
      this.#durations.push((now - this.#lastAt) / (step - this.#step));
      if (this.#durations.length > WINDOW) this.#durations.shift();
    }
    if (this.#lastAt === undefined || step > this.#step) this.#lastAt = now;
    this.#step = step;
  }

  /** @returns Seconds until the last step ends; undefined before a step was measured. */
  secondsLeft(now: number): number | undefined {
    if (this.#durations.length === 0 || this.#lastAt === undefined) return undefined;
    const remaining = mean(this.#durations) * (this.total - this.#step);
    return Math.max(0, remaining - (now - this.#lastAt)) / 1000;
  }
}
