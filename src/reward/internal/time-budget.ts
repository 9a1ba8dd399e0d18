import type { CallOptions, Sandbox, SandboxCall, SandboxLimits, SandboxResult } from '../../base/index.js';

/**
 * The time that all runs for one reward may take together: the sum of what the sandbox reports as `durationMs`, also of
 * runs side by side. Runs that the sandbox could not do (`unavailable`) and queueing are not counted.
 *
 * A run that starts takes its whole time limit out of the budget and gives back what it did not need, so that the sum
 * cannot exceed the budget.
 */
export class TimeBudget {
  readonly totalMs: number;
  /** The time limit of one run; infinite where neither the caller nor the sandbox says. */
  readonly #wallMs: number;
  #endMs: number;
  #usedMs = 0;
  #reservedMs = 0;

  /**
   * @param share - How many time limits of one run all of them may take, where the limit of one is known.
   * @param totalMs - In place of that.
   */
  constructor(
    private readonly sandbox: Sandbox,
    private readonly limits: Partial<SandboxLimits> | undefined,
    private readonly share: number,
    totalMs?: number,
  ) {
    this.#wallMs = limits?.wallMs ?? sandbox.limits?.wallMs ?? Infinity;
    this.totalMs = totalMs ?? share * this.#wallMs;
    this.#endMs = this.totalMs;
  }

  get isSpent(): boolean {
    return this.#endMs - this.#usedMs < 1;
  }

  /** Leaves one more time limit of a run to all further runs; those under way keep their own. */
  shorten(): void {
    const oneMs = this.#wallMs === Infinity ? this.totalMs / this.share : this.#wallMs;
    this.#endMs = Math.min(this.#endMs, this.#usedMs + oneMs);
  }

  /**
   * Runs a call for at most the time limit and at most what is left.
   *
   * @returns undefined where too little is left, or may be until a run that is under way has ended.
   */
  run(call: SandboxCall, options: CallOptions): Promise<SandboxResult> | undefined {
    const freeMs = this.#endMs - this.#usedMs - this.#reservedMs;
    if (freeMs < 1 || (this.#reservedMs > 0 && freeMs < this.#wallMs)) return undefined;
    const wallMs = Math.min(this.#wallMs, Math.floor(freeMs));
    return this.#run(this.#limited(call, wallMs), wallMs === Infinity ? 0 : wallMs, options);
  }

  async #run(call: SandboxCall, reservedMs: number, options: CallOptions): Promise<SandboxResult> {
    this.#reservedMs += reservedMs;
    try {
      const result = await this.sandbox.run(call, options);
      if (result.kind !== 'unavailable') this.#usedMs += result.durationMs;
      return result;
    } finally {
      this.#reservedMs -= reservedMs;
    }
  }

  /** The sandbox's own limit is not sent back to it. */
  #limited(call: SandboxCall, wallMs: number): SandboxCall {
    if (wallMs < this.#wallMs) return { ...call, limits: { ...this.limits, wallMs } };
    return this.limits === undefined ? call : { ...call, limits: this.limits };
  }
}
