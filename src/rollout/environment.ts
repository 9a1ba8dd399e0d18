import type { FailureCause, Rollout, Turn, Message } from '../base/index.js';

/** The context of a turn that an environment answers. */
export interface EnvironmentContext extends Pick<Rollout, 'groupId' | 'prompt' | 'metadata'> {
  readonly rolloutId: string;
  /** Names the rollout, for state that the environment keeps for it. */
  readonly sessionId: string;
  /** All turns so far, this one included. */
  readonly turns: readonly Turn[];
  /** Aborted when the run is, or the turn's time is over. */
  readonly signal: AbortSignal;
}

/**
 * An environment's answer to a turn.
 *
 * - `message`: the policy reads this text as a user's message, after the results of its calls, and takes another turn;
 * - `nothing`: the rollout goes on where the turn called tools, and ends otherwise, as without an environment;
 * - `end`: the rollout is over; `reward` is its outcome where the environment has one;
 * - `unavailable`: an infrastructure error; it is asked again, or the rollout is set apart.
 */
export type EnvironmentResponse =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'end'; readonly reward?: number | undefined }
  | { readonly kind: 'unavailable'; readonly cause: FailureCause };

/** Answers a rollout's turns besides its tools: a user, a game with a state, a task that knows its own reward. */
export interface Environment {
  /** Answers a turn that was not cut off, once its tool calls were answered. */
  respond(turn: Turn, context: EnvironmentContext): Promise<EnvironmentResponse>;
  /** The rollout is over: state kept for it may go. */
  endSession?(sessionId: string): Promise<void>;
}

/**
 * An environment broke its contract: it threw, or returned something other than an `EnvironmentResponse`. That is a bug and ends the
 * run. A failure of its service is not: it answers `unavailable` or throws an `ExternalError`.
 *
 * `cause` is what the environment threw, with its stack.
 */
export class BrokenEnvironmentError extends Error {
  override readonly name = 'BrokenEnvironmentError';
  /** The rollout that it was asked in. */
  readonly rolloutId: string;
  readonly prompt: readonly Message[];
  /** The rollout's turns so far; the environment was asked about the last one. */
  readonly turns: readonly Turn[];

  constructor(
    message: string,
    options: {
      readonly cause?: unknown;
      readonly rolloutId: string;
      readonly prompt: readonly Message[];
      readonly turns: readonly Turn[];
    },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.rolloutId = options.rolloutId;
    this.prompt = options.prompt;
    this.turns = options.turns;
  }
}
