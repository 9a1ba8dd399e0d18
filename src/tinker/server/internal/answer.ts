import { CapabilityError } from '../../../base/index.js';
import { errorMessage } from '../../../base/internal/index.js';
import { HttpError } from '../../../io/index.js';
import { encodeForwardResult, encodeSampleResult, forwardResultToJson, sampleResultToJson } from '../../wire/index.js';
import type { TinkerForwardResult, TinkerSampleResult } from '../../wire/messages.js';
import { hidePaths } from './hidden-paths.js';
import { memoryOf } from './requests.js';

/** The result of a request. It is plain data, and holds nothing of the request. */
export interface Answer {
  /** Its approximate size in memory. */
  readonly bytes: number;
  readonly form: keyof typeof FORMS;
  readonly value: unknown;
}

/** How values are written. */
const FORMS = {
  json: { toJson: (value: unknown) => value },
  forward: {
    toJson: (value: unknown) => forwardResultToJson(value as TinkerForwardResult),
    toBytes: (value: unknown) => encodeForwardResult(value as TinkerForwardResult),
  },
  sample: {
    toJson: (value: unknown) => sampleResultToJson(value as TinkerSampleResult),
    toBytes: (value: unknown) => encodeSampleResult(value as TinkerSampleResult),
  },
} as const;

/** @returns An answer that has no form but JSON. */
export function jsonAnswer(value: object): Answer {
  return { bytes: memoryOf(value), form: 'json', value };
}

export function forwardAnswer(value: TinkerForwardResult): Answer {
  return { bytes: memoryOf(value), form: 'forward', value };
}

export function sampleAnswer(value: TinkerSampleResult): Answer {
  return { bytes: memoryOf(value), form: 'sample', value };
}

/** @returns The JSON of an answer, as text. */
export function answerText({ form, value }: Answer): Uint8Array {
  return Buffer.from(JSON.stringify(FORMS[form].toJson(value)));
}

/** @returns An answer as protobuf; undefined where the protocol has no such form of it. */
export function answerMessage({ form, value }: Answer): Uint8Array | undefined {
  return form === 'json' ? undefined : FORMS[form].toBytes(value);
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

/** Characters of an error's message, which may quote a client's text. */
const MOST_WORDS = 2000;

/** @returns The message of an error for the server's log. */
export function wordsOf(error: unknown): string {
  return errorMessage(error).slice(0, MOST_WORDS);
}

/** @returns The message of an error for a client: the same, without paths of the server's disk. */
export function clientWordsOf(error: unknown): string {
  // No path is cut off before it is hidden, and no message takes long.
  return hidePaths(errorMessage(error).slice(0, 4 * MOST_WORDS)).slice(0, MOST_WORDS);
}
