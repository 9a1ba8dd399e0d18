import { CapabilityError } from '../../../base/index.js';
import { errorMessage } from '../../../base/internal/index.js';
import { HttpError } from '../../../io/index.js';
import { memoryOf } from './requests.js';

/** The result of a request, in the forms that it may be asked for. It holds its value, and nothing of the request. */
export interface Answer {
  /** Its approximate size in memory. */
  readonly bytes: number;
  toJson(): unknown;
  /** As protobuf, where the protocol has such a form of it. */
  toBytes?(): Uint8Array;
}

/** How a value is written; these close over nothing, so that an answer that is kept keeps nothing else. */
interface Forms<T> {
  readonly toJson: (value: T) => unknown;
  readonly toBytes?: (value: T) => Uint8Array;
}

export function answerOf<T>(value: T, { toJson, toBytes }: Forms<T>): Answer {
  const json = { bytes: memoryOf(value), toJson: () => toJson(value) };
  return toBytes === undefined ? json : { ...json, toBytes: () => toBytes(value) };
}

/** @returns An answer that has no form but JSON. */
export function jsonAnswer(body: object): Answer {
  return answerOf(body, { toJson: (it) => it });
}

/** Cause of a failure: a request with a `user` error fails again if it is repeated. */
export type FailureCategory = 'user' | 'server';

/** @returns The category of a failure; a request that does not fit the model is the client's fault. */
export function failureCategory(error: unknown): FailureCategory {
  const isSenders =
    error instanceof RangeError ||
    error instanceof TypeError ||
    error instanceof CapabilityError ||
    (error instanceof HttpError && error.status < 500);
  return isSenders ? 'user' : 'server';
}

/** @returns The message of an error, cut off because it may quote a client's text. */
export function wordsOf(error: unknown): string {
  return errorMessage(error).slice(0, 2000);
}
