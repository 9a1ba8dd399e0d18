import type { SandboxLimits, SandboxResult } from '../../base/index.js';

/** The time limit of one run where the caller sets none, as sandboxes have it. */
const USUAL_WALL_MS = 10_000;

/** What all runs for one reward may take together. Time that they wait for a place in the sandbox is not counted. */
export class TimeBudget {
  #leftMs: number;

  /**
   * @param share - How many time limits of one run all of them may take.
   * @param totalMs - In place of that.
   */
  constructor(
    private readonly limits: Partial<SandboxLimits> | undefined,
    share: number,
    readonly totalMs = share * (limits?.wallMs ?? USUAL_WALL_MS),
  ) {
    this.#leftMs = totalMs;
  }

  get isSpent(): boolean {
    return this.#leftMs < 1;
  }

  /** How much of it has been used. */
  get usedMs(): number {
    return this.totalMs - this.#leftMs;
  }

  spend({ durationMs }: SandboxResult): void {
    this.#leftMs -= durationMs;
  }

  /** The limits of the next run. The sandbox's own, where the caller sets none, may be lower than what is left. */
  forNext(): { readonly limits?: Partial<SandboxLimits> } {
    if (this.limits === undefined) return {};
    const { wallMs } = this.limits;
    if (wallMs === undefined) return { limits: this.limits };
    return { limits: { ...this.limits, wallMs: Math.max(1, Math.min(wallMs, Math.floor(this.#leftMs))) } };
  }
}
