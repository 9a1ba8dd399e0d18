import type { StopReason } from '../../../internal/live-sessions.js';
import type { RunLimits, RunOutcome, EndedFor } from './run-outcome.js';

/** How a child ended. */
export interface ChildEnd {
  readonly status: number;
  readonly cpuMs: number;
  readonly endedFor: EndedFor | undefined;
}

/** The program that a fork server runs, with its timers. */
export class RunningCall {
  readonly outcome: Promise<RunOutcome>;
  readonly startedAt = performance.now();
  stopped: StopReason | undefined;
  end: ChildEnd | undefined;
  /** Why it was ended by a limit of its control group. */
  endedFor: EndedFor | undefined;
  settled = false;
  /** Whether the server watches its resources, which starts with the order to resume; a session's first cell resumes nothing. */
  guarded = false;
  readonly #timers = new Set<NodeJS.Timeout>();
  #resolve!: (outcome: RunOutcome) => void;
  #reject!: (error: Error) => void;

  /** @param onError - Called with what a timer threw. */
  constructor(
    readonly limits: RunLimits,
    private readonly onSettled: () => void,
    private readonly onError: (error: unknown) => void,
  ) {
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get session(): boolean {
    return this.limits.endMark !== undefined;
  }

  /** Calls `act` after so long, if the call still runs then. */
  after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      try {
        act();
      } catch (error) {
        this.onError(error);
      }
    }, ms);
    this.#timers.add(timer);
  }

  resolve(outcome: RunOutcome): void {
    if (this.#settle()) this.#resolve(outcome);
  }

  reject(error: Error): void {
    if (this.#settle()) this.#reject(error);
  }

  #settle(): boolean {
    if (this.settled) return false;
    this.settled = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.onSettled();
    return true;
  }
}
