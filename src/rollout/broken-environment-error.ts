import type { Message, Turn } from '../base/index.js';

/**
 * An environment broke its contract: it threw, or came back with something that is no `EnvironmentResponse`. That is a bug and ends the
 * run. What its service failed at is not: for that it answers `unavailable` or throws an `ExternalError`.
 *
 * `cause` is what the environment threw, with its stack.
 */
export class BrokenEnvironmentError extends Error {
  override readonly name = 'BrokenEnvironmentError';
  /** The rollout that it was asked in. */
  readonly rolloutId: string;
  readonly prompt: readonly Message[];
  /** The rollout's turns so far; the environment was told of the last one. */
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
