import type { TemplateTool } from '../base/index.js';

/** A call in a message of the assistant, as it was delivered or as a client sends it back. */
export interface DeliveredCall {
  /** Unique in a session. */
  readonly id: string;
  /** Empty where the model wrote none. */
  readonly name: string;
  /** JSON as text; where the call did not parse, what the model wrote. */
  readonly arguments: string;
}

/** A message of a request, in no dialect. */
export type RequestMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      /** Absent where the client sends none back, which matches whatever was delivered. */
      readonly reasoning?: string | undefined;
      readonly calls: readonly DeliveredCall[];
      /** Signatures, encrypted reasoning and item ids that came back with the message: each names the turn that it was delivered with. */
      readonly keys?: readonly string[] | undefined;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly content: string;
      /** What the client says of the result (`is_error`); absent where its dialect has no word for it. */
      readonly isError?: boolean | undefined;
    };

/** What a request asks that only some policies can do. */
export interface Demands {
  /** Texts that end the answer. */
  readonly stop?: readonly string[] | undefined;
  /** `required`: some tool must be called; `{ name }`: this one. */
  readonly toolChoice?: 'required' | { readonly name: string } | undefined;
  /** The answer must be JSON, of this schema where there is one. */
  readonly json?: { readonly schema?: unknown } | undefined;
}

/** One request to a model, in no dialect: what the readers of the dialects give and what sessions answer. */
export interface ModelRequest {
  readonly model?: string | undefined;
  /** The system text of this request alone (Responses): it comes before all messages, and a later request does not inherit it. */
  readonly instructions?: string | undefined;
  /** The whole conversation, system messages included; without what `previousResponseId` stands for. */
  readonly messages: readonly RequestMessage[];
  /** Empty where `tool_choice` is `none`. */
  readonly tools: readonly TemplateTool[];
  /** Most tokens of the answer. */
  readonly maxTokens?: number | undefined;
  /** How many answers; 1 where the dialect has no word for it. */
  readonly n: number;
  /** The answers have the logprobs of their tokens. */
  readonly logprobs: boolean;
  readonly demands: Demands;
  /** Sampling options that the request gives and the session ignores: `temperature`, `top_p`, `seed`, … */
  readonly ignored: readonly string[];
  /** The id of the answer that this request goes on from, without its dialect's prefix (Responses). */
  readonly previousResponseId?: string | undefined;
  /** False: the response cannot be looked up later (Responses). */
  readonly store: boolean;
  /** The times that the client's library sent this request before, and the key by which it names it. */
  readonly retry: {
    readonly count: number;
    readonly key?: string | undefined;
    /** Whether the library counts at all: it may send this request again when it gave up waiting. */
    readonly isCounted?: boolean | undefined;
  };
  /** The sub-agent that asks, where the client says so. */
  readonly agent?: { readonly id: string; readonly parentId?: string | undefined } | undefined;
}

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

/** Why a request is not answered: each dialect writes it in its own form. */
export type RefusalCode =
  /** 400: the request is malformed, or asks what is not supported. */
  | 'invalid-request'
  /** 400: the conversation is longer than the model reads. Harnesses shorten it then. */
  | 'context-overflow'
  /** 401 */
  | 'unauthorized'
  /** 404: an unknown path, session, model or response. */
  | 'not-found'
  /** 413 */
  | 'too-large'
  /** 429: too many requests at once. With `retryAfterSeconds`. */
  | 'busy'
  /** 403: a limit of the session is reached, or it has ended: asking again does not help. */
  | 'session-over'
  /** 503: the engine failed; clients ask again. */
  | 'unavailable'
  /** 500: a bug. */
  | 'internal';

/** A request that is not answered. */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    message: string,
    /** `param`: the member of the request that is to blame. */
    readonly details: { readonly param?: string; readonly retryAfterSeconds?: number; readonly cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Refusal';
  }
}
