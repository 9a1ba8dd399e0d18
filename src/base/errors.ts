import { errorMessage } from './internal/text.js';

/** What an `ExternalError` is made with. */
export interface ExternalErrorOptions {
  readonly cause?: unknown;
  /** Default false. */
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | undefined;
}

/**
 * What another system did, as opposed to a programmer's mistake (TypeError, RangeError).
 *
 * `retryable` says whether the same call may succeed later: a reset connection does, a refused request does not.
 */
export class ExternalError extends Error {
  readonly retryable: boolean;
  /** The least time to wait before trying again, in milliseconds, where the other side said so (HTTP `Retry-After`). */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: ExternalErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** The code-execution service failed: a worker that died, a queue that timed out, isolation that cannot be had. */
export class SandboxError extends ExternalError {}

/** The policy's engine failed: a server that reset, a malformed completion, a model that is not loaded. */
export class PolicyError extends ExternalError {}

/** A learner's engine failed: out of memory, an unreadable checkpoint, a remote engine that went away. */
export class LearnerError extends ExternalError {}

/** A model's files could not be had or read: one is missing, damaged, or asks for what is not computed here (it is named). */
export class ModelFileError extends ExternalError {}

/** A data set could not be read: a missing file, a record that does not match its schema (the line is named). */
export class DatasetError extends ExternalError {}

/** A failure as a value: what is kept beside a rollout or a verdict that could not be had. */
export interface FailureCause {
  readonly source: 'sandbox' | 'policy' | 'tool' | 'environment' | 'reward' | 'cancelled';
  readonly message: string;
  /** Whether whoever reads this should try again; false from a service that has tried again itself. */
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
 * What verification found. Not a boolean: an answer that could not be judged is neither right nor wrong.
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
