import type { FailureCause, Rollout, Turn } from '../base/index.js';

/** What an environment receives besides the turn. */
export interface EnvironmentContext extends Pick<Rollout, 'groupId' | 'prompt' | 'metadata'> {
  readonly rolloutId: string;
  /** Names the rollout; what is kept for it stands under this name. */
  readonly sessionId: string;
  /** All turns so far, this one included. */
  readonly turns: readonly Turn[];
  /** Aborted when the run is, or the turn's time is over. */
  readonly signal: AbortSignal;
}

/**
 * What an environment answers to a turn.
 *
 * - `message`: the policy reads this text as a user's message, after what its calls came to, and takes another turn;
 * - `nothing`: the rollout goes on where the turn called tools, and ends otherwise, as without an environment;
 * - `end`: the rollout is over; `reward` is its outcome where the environment has one;
 * - `unavailable`: an infrastructure error; it is asked again, or the rollout is set apart.
 */
export type EnvironmentResponse =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'end'; readonly reward?: number | undefined }
  | { readonly kind: 'unavailable'; readonly cause: FailureCause };

/** What a rollout happens in besides its tools: a user who answers, a game with a state, a task that knows its own reward. */
export interface Environment {
  /** Answers a turn that was not cut off, once its tool calls were answered. */
  respond(turn: Turn, context: EnvironmentContext): Promise<EnvironmentResponse>;
  /** The rollout is over: state kept for it may go. */
  endSession?(sessionId: string): Promise<void>;
}
