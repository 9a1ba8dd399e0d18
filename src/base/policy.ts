import type { JsonSchema } from './json.js';
import type { ChatConversation } from './messages.js';

/**
 * How tokens are sampled. Training needs temperature 1 and no truncation: the logprobs are then those of the
 * policy being trained.
 */
export interface SamplingOptions {
  /** 0 is greedy. Default 1. */
  readonly temperature?: number;
  /** Nucleus sampling; default 1 (off). Logprobs stay those of the full distribution at `temperature`. */
  readonly topP?: number;
  /** Samples only from this number of the most probable tokens; `topP` is applied after it. Default: all. */
  readonly topK?: number;
  /** Samples only tokens with at least this share of the highest probability. Default 0 (off). */
  readonly minP?: number;
  readonly maxTokens: number;
  /** Generation ends after any of these tokens; the token itself is kept in the output. */
  readonly stopTokens: readonly number[];
  /**
   * Equal requests with equal seeds get equal answers. Without a seed, each answer is random. A policy without seeds ignores it.
   */
  readonly seed?: string | number;
  /** Whether to return `Generation.entropies`; a policy without entropies ignores it. Default false. */
  readonly entropies?: boolean;
}

/** One form that a turn may have: a text, then JSON of a schema, then a text. */
export interface TurnForm {
  readonly begin: string;
  readonly schema: JsonSchema;
  readonly end: string;
}

/**
 * A form that a turn must have.
 *
 * Stop texts do not change the distribution. A form does: engines mask tokens before they compute logprobs, so `Generation.logprobs` belong
 * to the masked distribution; a token without an alternative has logprob 0. A learner's logprobs belong to the distribution without a form.
 *
 * @remarks Sources: `GPUModelRunner.sample` of vLLM and `ModelRunner._preprocess_logits` of SGLang apply the grammar's mask ahead of the sampler, also
 *   where vLLM reports `raw_logprobs`.
 */
export interface TurnConstraint {
  /**
   * Non-empty texts that end the turn (`finishReason` is `stop`). The tokens in which the first of them ends are kept in the output, like a
   * stop
   * token; an engine that draws several tokens at once may have drawn more behind it.
   */
  readonly stopTexts?: readonly string[];
  /** The turn has one of the `forms`, and a stop token behind it. */
  readonly forms?: readonly TurnForm[];
  /** Free text may stand before the form, up to and with this mark: the end of the thinking that the prompt opened. */
  readonly formAfter?: string;
}

/** Parts of a {@link TurnConstraint} that a policy supports. */
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
   * scheduler may route it to the server that has it; `endSession` ends it.
   */
  readonly sessionId?: string;
  /**
   * Upper bound of the ids that the model can generate; an engine that returns another id is an error. `runRollouts` gives the
   * tokenizer's `modelVocabularySize`, else its size plus 1,024, because published models have more rows than their tokenizers have tokens.
   * Default: unknown.
   */
  readonly vocabularySize?: number;
  /** Only for a policy with the `capabilities` for it; others refuse it with a TypeError. */
  readonly constraint?: TurnConstraint;
  /** The same context as messages, for an engine that takes nothing else; `runRollouts` always gives it. */
  readonly conversation?: ChatConversation;
}

/**
 * Consecutive tokens that one version of the weights generated: [start, end). An engine whose weights change during an answer returns
 * several spans, ascending and without overlap.
 */
export interface WeightVersionSpan {
  readonly version: string;
  readonly start: number;
  readonly end: number;
}

/** The generated tokens. Arrays have shape [number of new tokens]. */
export interface Generation {
  readonly tokens: Int32Array;
  /** log π(token | before) at the sampling temperature; if the request has a form, under the masked distribution. */
  readonly logprobs: Float32Array;
  /**
   * If the request asks for them and the policy has them (`givesEntropies`): the entropy of the distribution over the whole vocabulary
   * before each token, in nats, always at temperature 1 and without truncation.
   */
  readonly entropies?: Float32Array;
  /** `stop`: a stop token or a stop text was generated. `length`: the token limit or the context was reached. */
  readonly finishReason: 'stop' | 'length';
  /** The weights that generated each token, if the engine reports them; indices into `tokens`. */
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
   * Receives new tokens as they are generated. A policy that does not stream never calls it. The tokens of all calls, joined, are a prefix
   * of
   * the generation's tokens; if those are `retokenized`, a prefix of their text. `logprobs` is given if the engine streams them: the
   * streamed tokens are then kept if another engine has to finish the turn. `version` is the name of their weights, as
   * `Generation.weightVersions` does, if the engine knows.
   */
  readonly onTokens?: ((tokens: Int32Array, logprobs?: Float32Array, version?: string) => void) | undefined;
  /**
   * Called with `true` when the turn starts to wait in the policy's queue, and with `false` when an engine takes it. `turnTimeoutMs` does not
   * count the time between. If a policy never calls it, all time counts.
   */
  readonly onWait?: ((waiting: boolean) => void) | undefined;
  /**
   * Gives the text of one token id. Some servers label each logprob with its token's text: the labels are checked with this function.
   * `runRollouts` always passes it; without it they are not checked.
   */
  readonly textOf?: ((id: number) => string) | undefined;
  /** Decodes tokens. A policy in this process needs it to find stop texts; `runRollouts` always gives it. */
  readonly decode?: ((tokens: ArrayLike<number>) => string) | undefined;
}

/**
 * The interface to generation: a sampler in this process, an OpenAI-compatible server, or a scheduler over many servers.
 *
 * Callers may send any number of requests at once; the policy does batching, queueing and routing.
 * @throws PolicyError (rejecting) when the engine failed; the signal's reason when aborted.
 */
export interface Policy {
  /** Whether `sampling.entropies` is supported. Default false: servers do not report entropies. */
  readonly givesEntropies?: boolean;
  /** The constraints of turns that it supports. Default: only free text. */
  readonly capabilities?: PolicyCapabilities;
  /** Generates one turn. */
  generate(request: GenerateRequest, options?: GenerateOptions): Promise<Generation>;
  /** Ends a conversation: its caches can be released. Unknown names are ignored. */
  endSession?(sessionId: string): void;
  /** Releases the engine's resources. */
  close?(): Promise<void>;
}
