import type { Turn } from '../../base/index.js';

/**
 * A tool broke its contract: it threw, or returned something other than a `ToolResult`. That is a bug and ends the
 * run. For a failure of its service, a tool must answer `unavailable` or throw an `ExternalError` instead.
 *
 * `cause` is what the tool threw, with its stack.
 */
export class BrokenToolError extends Error {
  override readonly name = 'BrokenToolError';

  constructor(
    message: string,
    options: {
      readonly cause?: unknown;
      readonly toolName: string;
      readonly rolloutId?: string;
      readonly turns?: readonly Turn[];
    },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.toolName = options.toolName;
    this.rolloutId = options.rolloutId ?? '';
    this.turns = options.turns ?? [];
  }

  readonly toolName: string;
  /** The rollout that called it. */
  readonly rolloutId: string;
  /** Its turns so far; the last one made the call. */
  readonly turns: readonly Turn[];
}
