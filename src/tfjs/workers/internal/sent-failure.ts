import { ExternalError, LearnerError, PolicyError } from '../../../base/index.js';

/** An error as a message: a structured clone forgets the class of ours. */
export interface SentFailure {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly retryable: boolean;
  readonly cause: SentFailure | undefined;
}

export function sendFailure(error: unknown): SentFailure {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: undefined, retryable: false, cause: undefined };
  const { name, message, stack, cause } = error;
  const retryable = error instanceof ExternalError && error.retryable;
  return { name, message, stack, retryable, cause: cause === undefined ? undefined : sendFailure(cause) };
}

/** @returns An error of the same class, where that is one that calls reject with. */
export function receiveFailure({ name, message, stack, retryable, cause: sent }: SentFailure): Error {
  const options = sent === undefined ? {} : { cause: receiveFailure(sent) };
  const error = make(name, message, { ...options, retryable });
  if (stack !== undefined) error.stack = stack;
  return error;
}

function make(name: string, message: string, options: { readonly cause?: Error; readonly retryable: boolean }): Error {
  switch (name) {
    case 'PolicyError':
      return new PolicyError(message, options);
    case 'LearnerError':
      return new LearnerError(message, options);
    case 'RangeError':
      return new RangeError(message, options);
    case 'TypeError':
      return new TypeError(message, options);
    default:
      return Object.assign(new Error(message, options), { name });
  }
}
