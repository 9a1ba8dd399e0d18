import { errorMessage } from './internal/text.js';

/** Options of {@link ExternalError}. */
export interface ExternalErrorOptions {
  readonly cause?: unknown;
  /** Default false. */
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | undefined;
}

/**
 * A failure of another system, as opposed to a programmer's mistake (TypeError, RangeError).
 *
 * `retryable` says whether the same call may succeed later: true for a reset connection, false for a refused request.
 */
export class ExternalError extends Error {
  readonly retryable: boolean;
  /** The least time to wait before a retry, in milliseconds, if the server gave one (HTTP `Retry-After`). */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: ExternalErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** The code-execution service failed: a worker died, a queue timed out, isolation is not available. */
export class SandboxError extends ExternalError {}

/** The policy's engine failed: a connection was reset, a completion is malformed, a model is not loaded. */
export class PolicyError extends ExternalError {}

/** A learner's engine failed: out of memory, an unreadable checkpoint, a lost connection. */
export class LearnerError extends ExternalError {}

/** A model's files cannot be used: one is missing, damaged, or needs an unsupported feature. The message names it. */
export class ModelFileError extends ExternalError {}

/** A data set cannot be read: a file is missing, or a record does not match its schema. The message names the line. */
export class DatasetError extends ExternalError {}

/** A function needs an optional peer that is not installed or does not load. The message says what to install. */
export class MissingPeerError extends ExternalError {
  /** The name to install: `npm install mathjs`. */
  readonly packageName: string;

  /** @param what - What needs the package, in the plural. */
  constructor(what: string, packageName: string, options: { readonly cause?: unknown } = {}) {
    super(`${what} need the package ${packageName}: npm install ${packageName}`, options);
    this.packageName = packageName;
  }
}

/** A failure as a value, for a rollout that failed or an answer that could not be judged. */
export interface FailureCause {
  readonly source: 'sandbox' | 'policy' | 'tool' | 'environment' | 'agent' | 'reward' | 'cancelled';
  readonly message: string;
  /** Whether the caller should retry; false if the service has already retried. */
  readonly retryable: boolean;
}

/** @returns The failure as a plain value that can be logged and written to JSON. */
export function failureCause(source: FailureCause['source'], error: unknown): FailureCause {
  return {
    source,
    message: errorMessage(error),
    retryable: error instanceof ExternalError && error.retryable,
  };
}

/**
 * The result of verification. Not a boolean: an answer that could not be judged is neither right nor wrong.
 */
export type Verdict =
  | { readonly kind: 'correct'; readonly answer: string }
  | {
      readonly kind: 'incorrect';
      readonly answer: string | undefined;
      readonly reason: string;
      /**
       * Why the answer could not be compared, where the ground truth is understood: the answer is cut off, not understood, or
       * mathematics that is not evaluated; it has no value (1/0); or it needs more work than a comparison may take. `error`
       * means a bug of the verifier: please report it.
       */
      readonly cause?: 'cut-off' | 'unreadable' | 'unsupported' | 'no-value' | 'too-much-work' | 'error';
    }
  | { readonly kind: 'undecided'; readonly reason: string; readonly cause?: FailureCause };
