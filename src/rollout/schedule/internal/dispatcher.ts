import type { EngineCurve } from '../engine-curve.js';

/** One turn that waits for an engine or runs on one. */
export interface ScheduledRequest {
  readonly sessionId: string;
  /** The rollouts of one prompt share its tokens in a cache, and their lengths are alike. */
  readonly group: string;
  /** First tokens of the context, the same for the whole group. */
  readonly promptTokens: number;
  /** Tokens of the context that it begins with. */
  readonly contextTokens: number;
  /** Most tokens by which its session may still grow. */
  readonly maxTokens: number;
  /** Engines that failed it or refused it: it goes to another where there is one. */
  readonly avoid?: ReadonlySet<string> | undefined;
  /** @returns Tokens generated so far, as far as is known. */
  readonly generated: () => number;
}

/** A request is to be sent to an engine now. */
export interface Admission<R extends ScheduledRequest> {
  readonly request: R;
  readonly engine: string;
}

/**
 * Decides which engine gets which request when. It is a state machine: it receives events and returns admissions, reads no
 * clock and starts nothing, so that the simulator and the policy run the same one. Times are in milliseconds from any origin.
 */
export interface Dispatcher<R extends ScheduledRequest> {
  engineJoined(engine: string, curve: EngineCurve): void;
  requestArrived(request: R, now: number): void;
  /** The request ended with so many tokens; its session goes on with a tool call or ends. */
  requestEnded(request: R, generated: number, now: number): void;
  sessionEnded(sessionId: string): void;
  /** @returns The requests to send now; each request at most once. */
  admissions(now: number): Admission<R>[];
}
