import { memoryOf } from './memory-of.js';

/** What a request came to, in the forms that it may be asked for. It holds its value, and nothing of the request. */
export interface Answer {
  /** About what it takes in memory. */
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
