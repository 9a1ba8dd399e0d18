import type { DeliveredCall } from '../model-request.js';

/** Number of tokens of an answer. */
export interface AnswerUsage {
  readonly promptTokens: number;
  /** Of the prompt, those that an earlier turn of the session has read. */
  readonly cachedTokens: number;
  readonly completionTokens: number;
  /** Of the completion, those before the end of the thinking. */
  readonly reasoningTokens: number;
}

/** `tool-calls`: the turn ended and has calls. */
export type AnswerFinish = 'stop' | 'length' | 'tool-calls';

/** What is known of an answer before its first token. */
export interface AnswerStart {
  /** Unique in a session, of letters and digits; dialects put their prefix before it (`resp_`, `chatcmpl-`). */
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
  readonly promptTokens: number;
}

/** The logprob of a token of the answer, as text. */
export interface AnswerLogprob {
  readonly token: string;
  readonly logprob: number;
}

/** One answer, whole. */
export interface ModelAnswer extends AnswerStart {
  /** Undefined where the model's template has no thinking or the model wrote none. */
  readonly reasoning: string | undefined;
  readonly content: string;
  readonly calls: readonly DeliveredCall[];
  readonly finish: AnswerFinish;
  /** The stop text that ended the answer; undefined where none did, or where the policy does not say which. */
  readonly stopText?: string | undefined;
  readonly usage: AnswerUsage;
  readonly logprobs?: readonly AnswerLogprob[] | undefined;
}

/** A piece of an answer, as it is drawn. Pieces of the same kind, joined, are the whole answer's. */
export type AnswerPiece =
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'content'; readonly text: string }
  /** A call begins. `index` counts the calls of the answer from 0. */
  | { readonly kind: 'call'; readonly index: number; readonly id: string; readonly name: string }
  | { readonly kind: 'arguments'; readonly index: number; readonly text: string };

/** Receives an answer while it is drawn: `start` once, then the pieces. */
export interface AnswerListener {
  start(start: AnswerStart): void;
  piece(piece: AnswerPiece): void;
}
