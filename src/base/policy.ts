import type { JsonSchema } from './json.js';
import type { ChatConversation } from './messages.js';

/**
 * How tokens are drawn. Temperature 1 and no truncation is what training needs: the logprobs are then those of the
 * policy being trained.
 */
export interface SamplingOptions {
  /** 0 is greedy. Default 1. */
  readonly temperature?: number;
  /** Nucleus sampling; default 1 (off). Logprobs stay those of the full distribution at `temperature`. */
  readonly topP?: number;
  /** Only so many of the most probable tokens can be drawn, before `topP` is applied to them. Default: all. */
  readonly topK?: number;
  /** Only tokens of at least this share of the most probable one's probability can be drawn. Default 0 (off). */
  readonly minP?: number;
  readonly maxTokens: number;
  /** Generation ends after any of these tokens; the token itself is kept in the output. */
  readonly stopTokens: readonly number[];
  /**
   * Fixes the draw: equal requests with equal seeds are answered alike. Without one each is drawn anew. A policy that cannot
   * honour it ignores it.
   */
  readonly seed?: string | number;
  /** Whether the answer is to have `Generation.entropies`; a policy that does not give any ignores it. Default false. */
  readonly entropies?: boolean;
}

/** One form that a turn may have: a text, JSON of a schema, and a text. */
export interface TurnForm {
  readonly begin: string;
  readonly schema: JsonSchema;
  readonly end: string;
}

/**
 * What a turn must be, whatever the model would draw.
 *
 * Stop texts do not change the distribution. A form does: engines rule tokens out before they compute logprobs, so `Generation.logprobs` are those of
 * the distribution that the form left; a token without an alternative has 0. A learner's logprobs are those of the model that draws freely.
 *
 * @remarks Sources: `GPUModelRunner.sample` of vLLM and `ModelRunner._preprocess_logits` of SGLang apply the grammar's mask ahead of the sampler, also
 *   where vLLM reports `raw_logprobs`.
 */
export interface TurnConstraint {
  /**
   * Texts that end the turn (`finishReason` is `stop`): none is empty. The tokens in which the first of them ends are kept in the output, like a stop
   * token; an engine that draws several tokens at once may have drawn more behind it.
   */
  readonly stopTexts?: readonly string[];
  /** The turn has one of the `forms`, and a stop token behind it. */
  readonly forms?: readonly TurnForm[];
  /** Free text may stand before the form, up to and with this mark: the end of the thinking that the prompt opened. */
  readonly formAfter?: string;
}

/** Parts of a {@link TurnConstraint} that a policy can honour. */
export interface PolicyCapabilities {
  readonly stopTexts?: boolean;
  /** `forms` and `formAfter`. */
  readonly forms?: boolean;
}

/** One turn to generate: the whole context so far, as tokens. Tokens go in and out so that nothing is ever retokenized. */
export interface GenerateRequest {
  readonly tokens: Int32Array;
  readonly sampling: SamplingOptions;
  /**
   * Names the conversation. Later requests under the same name extend it, so an engine may keep its KV cache and a
   * scheduler may route it to the server that has it; `endSession` says that it is over.
   */
  readonly sessionId?: string;
  /**
   * Every id that the model can draw is below this: an engine that answers with another is wrong. `runRollouts` gives the
   * tokenizer's `modelVocabularySize`, else its size and 1,024 more, for published models have more rows than their tokenizers have tokens.
   * Default: not known.
   */
  readonly vocabularySize?: number;
  /** Only for a policy with the `capabilities` for it; others refuse it with a TypeError. */
  readonly constraint?: TurnConstraint;
  /** The same context as messages, for an engine that takes nothing else; `runRollouts` always gives it. */
  readonly conversation?: ChatConversation;
}

/**
 * A run of tokens that one version of the weights generated: [start, end). An engine whose weights are updated in the
 * middle of an answer gives several, ascending and without overlap.
 */
export interface WeightVersionSpan {
  readonly version: string;
  readonly start: number;
  readonly end: number;
}

/** The generated tokens. Arrays have shape [number of new tokens]. */
export interface Generation {
  readonly tokens: Int32Array;
  /** log π(token | before) at the sampling temperature; of the distribution that a form left, where the request has one. */
  readonly logprobs: Float32Array;
  /**
   * Where they were asked for and the policy gives them (`givesEntropies`): the entropy of the distribution over the whole
   * vocabulary before each token, in nats; at temperature 1 and without truncation, whatever the token was drawn with.
   */
  readonly entropies?: Float32Array;
  /** `stop`: a stop token or a stop text was drawn. `length`: the budget or the context ran out. */
  readonly finishReason: 'stop' | 'length';
  /** Which weights generated which tokens, where the engine knows; indices into `tokens`. */
  readonly weightVersions?: readonly WeightVersionSpan[];
  /** Set if the engine returned text and this package encoded it: the tokens may not be the ones that were sampled. */
  readonly retokenized?: true;
}

/** Options every long call takes. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@link Policy.generate}. */
export interface GenerateOptions extends CallOptions {
  /**
   * Receives new tokens as they are drawn. A policy that does not stream never calls it. The tokens of all calls, joined, are a prefix of
   * the generation's tokens; if those are `retokenized`, a prefix of their text. `logprobs` is given if the engine streams them: the
   * streamed tokens are then kept if another engine has to finish the turn. `version` names the weights that drew them, as
   * `Generation.weightVersions` does, if the engine knows.
   */
  readonly onTokens?: ((tokens: Int32Array, logprobs?: Float32Array, version?: string) => void) | undefined;
  /**
   * Called with `true` when the turn starts to wait in the policy's queue, and with `false` when an engine takes it. `turnTimeoutMs` does not
   * count the time between. If a policy never calls it, all time from the call on counts.
   */
  readonly onWait?: ((waiting: boolean) => void) | undefined;
  /**
   * Gives the text of one token id. A server may label each logprob with its token's text: such labels are compared with it. `runRollouts` always
   * gives it; without it they are not compared.
   */
  readonly textOf?: ((id: number) => string) | undefined;
  /** Decodes tokens. A policy in this process needs it to find stop texts; `runRollouts` always gives it. */
  readonly decode?: ((tokens: ArrayLike<number>) => string) | undefined;
}

/**
 * The seam to whatever generates: an in-process sampler, one OpenAI-compatible server, or a scheduler over many.
 *
 * Callers issue as many requests at once as they like; batching, queueing and routing are the policy's business.
 * @throws PolicyError (rejecting) when the engine failed; the signal's reason when aborted.
 */
export interface Policy {
  /** Whether `sampling.entropies` is honoured. Default false: servers do not report entropies. */
  readonly givesEntropies?: boolean;
  /** What it can be asked for beyond drawing freely. Default: nothing. */
  readonly capabilities?: PolicyCapabilities;
  /** Generates one turn. */
  generate(request: GenerateRequest, options?: GenerateOptions): Promise<Generation>;
  /** Ends a conversation: its caches can be released. Unknown names are ignored. */
  endSession?(sessionId: string): void;
  /** Releases the engine's resources. */
  close?(): Promise<void>;
}
