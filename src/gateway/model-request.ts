import type { SubAgent, TemplateTool } from '../base/index.js';

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
  readonly agent?: SubAgent | undefined;
}
