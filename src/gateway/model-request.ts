import type { SubAgent, TemplateTool } from '../base/index.js';

/** A tool call in a message of the assistant, as delivered or as sent back by a client. */
export interface DeliveredCall {
  /** Unique in a session. */
  readonly id: string;
  /** Empty if the model wrote no name. */
  readonly name: string;
  /** JSON as text; if the call did not parse, the model's text. */
  readonly arguments: string;
}

/** A message of a request, independent of the API dialect. */
export type RequestMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      /** Absent if the client does not send it back; this matches any delivered reasoning. */
      readonly reasoning?: string | undefined;
      readonly calls: readonly DeliveredCall[];
      /** Signatures, encrypted reasoning and item ids that came back with the message. Each identifies the turn that it was delivered with. */
      readonly keys?: readonly string[] | undefined;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly content: string;
      /** The client's `is_error`; absent in dialects without it. */
      readonly isError?: boolean | undefined;
    };

/** Options of a request that only some policies support. */
export interface Demands {
  /** Texts that end the answer. */
  readonly stop?: readonly string[] | undefined;
  /** `required`: some tool must be called; `{ name }`: this one. */
  readonly toolChoice?: 'required' | { readonly name: string } | undefined;
  /** The answer must be JSON, of this schema if there is one. */
  readonly json?: { readonly schema?: unknown } | undefined;
}

/** One request to a model, independent of the API dialect. */
export interface ModelRequest {
  readonly model?: string | undefined;
  /** The system text of only this request (Responses): it comes before all messages, and later requests do not inherit it. */
  readonly instructions?: string | undefined;
  /** The whole conversation, system messages included; without the conversation of `previousResponseId`. */
  readonly messages: readonly RequestMessage[];
  /** Empty if `tool_choice` is `none`. */
  readonly tools: readonly TemplateTool[];
  /** Most tokens of the answer. */
  readonly maxTokens?: number | undefined;
  /** Number of answers; 1 in dialects without this option. */
  readonly n: number;
  /** The answers have the logprobs of their tokens. */
  readonly logprobs: boolean;
  readonly demands: Demands;
  /** Sampling options of the request that the session ignores: `temperature`, `top_p`, `seed`, … */
  readonly ignored: readonly string[];
  /** The id of the answer that this request continues, without its dialect's prefix (Responses). */
  readonly previousResponseId?: string | undefined;
  /** False: the response cannot be looked up later (Responses). */
  readonly store: boolean;
  /** The number of times that the client's library sent this request before, and its key of the request. */
  readonly retry: {
    readonly count: number;
    readonly key?: string | undefined;
    /** Whether the library counts retries. */
    readonly isCounted?: boolean | undefined;
  };
  /** The sub-agent of the request, if the client names it. */
  readonly agent?: SubAgent | undefined;
}
