import type { FailureCause, Rollout, Turn, Message } from '../base/index.js';

/** The context of a turn that an environment answers. */
export interface EnvironmentContext extends Pick<Rollout, 'groupId' | 'prompt' | 'metadata'> {
  readonly rolloutId: string;
  /** The name of the rollout, for state of the environment. */
  readonly sessionId: string;
  /** All turns so far, this one included. */
  readonly turns: readonly Turn[];
  /** Aborted when the run is aborted, or at the time limit of the turn. */
  readonly signal: AbortSignal;
}

/**
 * An environment's answer to a turn.
 *
 * - `message`: the policy reads this text as a user's message, after the results of its calls, and takes another turn;
 * - `nothing`: as without an environment: the rollout continues if the turn called tools, and ends otherwise;
 * - `end`: the rollout ends; `reward` is its outcome, if the environment has one;
 * - `unavailable`: an infrastructure error; the environment is called again, or the rollout is set apart.
 */
export type EnvironmentResponse =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'end'; readonly reward?: number | undefined }
  | { readonly kind: 'unavailable'; readonly cause: FailureCause };

/** Answers a rollout's turns in addition to tools: a user, a game with a state, a task with its own reward. */
export interface Environment {
  /** Answers a turn that was not cut off, once its tool calls were answered. */
  respond(turn: Turn, context: EnvironmentContext): Promise<EnvironmentResponse>;
  /** The rollout has ended: its state can be released. */
  endSession?(sessionId: string): Promise<void>;
}

/**
 * An environment broke its contract: it threw, or returned something other than an `EnvironmentResponse`. That is a bug and ends the
 * run. For a failure of its service, it must answer `unavailable` or throw an `ExternalError` instead.
 *
 * `cause` is what the environment threw, with its stack.
 */
export class BrokenEnvironmentError extends Error {
  override readonly name = 'BrokenEnvironmentError';
  /** The id of the rollout. */
  readonly rolloutId: string;
  readonly prompt: readonly Message[];
  /** The rollout's turns so far; the environment was called for the last one. */
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
