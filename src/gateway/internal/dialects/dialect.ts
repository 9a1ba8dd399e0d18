import type { AnswerListener, ModelAnswer } from '../model-answer.js';
import type { ModelRequest } from '../../model-request.js';
import type { Refusal } from '../refusal.js';

/** A request as it came over HTTP. */
export interface HttpCall {
  /** Parsed JSON. */
  readonly body: unknown;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** A request that was read, and what only its own dialect needs to write the answer. */
export interface ReadCall<T = unknown> {
  readonly request: ModelRequest;
  readonly stream: boolean;
  /** What the dialect echoes in the answer. */
  readonly echo: T;
}

/** Writes one streamed answer; every method returns server-sent events, ready for the wire, or ''. */
export interface AnswerStream {
  /** @param choice - Which of `request.n` answers. */
  start(start: Parameters<AnswerListener['start']>[0], choice: number): string;
  piece(piece: Parameters<AnswerListener['piece']>[0], choice: number): string;
  /** One answer is recorded: closes what is open of it. */
  end(answer: ModelAnswer, choice: number): string;
  /** All answers are recorded: the terminal event. */
  close(answers: readonly ModelAnswer[]): string;
  /** Instead of the rest: what clients of this dialect read as an error in a stream. */
  fail(refusal: Refusal): string;
}

/** One HTTP dialect of chat models: how its requests are read and its answers written. */
export interface Dialect<T = unknown> {
  /**
   * @param lookUp - The answer of an id (without its prefix) in the caller's session; undefined for an unknown one and for one that was not stored.
   * @throws Refusal: `invalid-request` for a request that is malformed or asks what is not supported, `not-found` for an item that is not there.
   */
  read(call: HttpCall, lookUp: (answerId: string) => ModelAnswer | undefined): ReadCall<T>;
  /** The body of a whole answer. */
  whole(call: ReadCall<T>, answers: readonly ModelAnswer[]): object;
  stream(call: ReadCall<T>): AnswerStream;
  /** The header in which the SDKs of this dialect look for the request's id. */
  readonly requestIdHeader: 'request-id' | 'x-request-id';
  /** The status, headers and body of an error. */
  refuse(refusal: Refusal): {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly body: object;
  };
}
