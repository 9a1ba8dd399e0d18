import { CapabilityError, ExternalError, LearnerError, PolicyError } from '../base/index.js';

/** An error as a message to another thread: a structured clone loses the class of our errors. */
export interface SentFailure {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly retryable: boolean;
  /** What a CapabilityError says is missing. */
  readonly capability: CapabilityError['capability'] | undefined;
  /** The system's name of an error of its own: `EADDRINUSE`. */
  readonly code: string | undefined;
  readonly cause: SentFailure | undefined;
}

export function sendFailure(error: unknown): SentFailure {
  const { name, message, stack, cause, code } = (error instanceof Error ? error : new Error(String(error))) as Error & {
    readonly code?: unknown;
  };
  return {
    name,
    message,
    stack,
    retryable: error instanceof ExternalError && error.retryable,
    capability: error instanceof CapabilityError ? error.capability : undefined,
    code: typeof code === 'string' ? code : undefined,
    cause: cause === undefined ? undefined : sendFailure(cause),
  };
}

/** @returns An error of the same class, where that is one that calls reject with. */
export function receiveFailure(sent: SentFailure): Error {
  const error = make(sent, { cause: sent.cause && receiveFailure(sent.cause), retryable: sent.retryable });
  if (sent.stack !== undefined) error.stack = sent.stack;
  return sent.code === undefined ? error : Object.assign(error, { code: sent.code });
}

function make(
  { name, message, capability }: SentFailure,
  { cause, retryable }: { readonly cause: Error | undefined; readonly retryable: boolean },
): Error {
  const options = cause === undefined ? {} : { cause };
  switch (name) {
    case 'CapabilityError':
      return new CapabilityError(capability!, message);
    case 'PolicyError':
      return new PolicyError(message, { ...options, retryable });
    case 'LearnerError':
      return new LearnerError(message, { ...options, retryable });
    case 'RangeError':
      return new RangeError(message, options);
    case 'TypeError':
      return new TypeError(message, options);
    case 'Error':
      return new Error(message, options);
    default:
      return Object.assign(new Error(message, options), { name });
  }
}
