/** A tensor as the protocol carries it: flat, row-major. Integers are token ids, so they fit 32 bits here. */
export type TinkerTensor =
  | { readonly dtype: 'float32'; readonly data: Float32Array; readonly shape?: readonly number[] | undefined }
  | { readonly dtype: 'int64'; readonly data: Int32Array; readonly shape?: readonly number[] | undefined };

/** One sequence: the tokens that are read, and what the loss takes beside each of them (`target_tokens`, `weights`, …). */
export interface TinkerDatum {
  /** Shape [L]. */
  readonly tokens: Int32Array;
  /** By the protocol's names; each of shape [L]. Place t speaks of the token that follows `tokens[t]`. */
  readonly lossInputs: { readonly [name: string]: TinkerTensor };
  /** 1 where the target was sampled, 0 where it was part of a prompt; shape [L]. Only servers read it. */
  readonly sampled?: Uint8Array | undefined;
}

/** What `forward` and `forward_backward` are asked. */
export interface TinkerForwardRequest {
  readonly modelId: string;
  /** Counts up from 1 within a model; the same id again is the same request again. 0 where the sender gave none. */
  readonly sequenceId: number;
  readonly data: readonly TinkerDatum[];
  /** `cross_entropy`, `importance_sampling`, `ppo`, `cispo`, `dro`, `gspo`, `stable_reinforce`, or what else the server knows. */
  readonly loss: string;
  readonly lossConfig?: { readonly [name: string]: number } | undefined;
  readonly forwardOnly: boolean;
}

/** What a pass over a model is asked: sequences, and a loss of the server's. */
export type TinkerBatch = Pick<TinkerForwardRequest, 'data' | 'loss' | 'lossConfig'>;

/** What `forward` and `forward_backward` answer. */
export interface TinkerForwardResult {
  /** One record a datum; `logprobs` of shape [L] is what all losses give. */
  readonly outputs: readonly { readonly [name: string]: TinkerTensor }[];
  /** The name that the server has for the kind of record. */
  readonly outputType: string;
  readonly metrics: { readonly [name: string]: number };
}

/** Adam's numbers of one step; the protocol's defaults are 1e-4, 0.9, 0.95, 1e-12, 0 and 0 (no clipping). */
export interface TinkerAdam {
  readonly learningRate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  readonly weightDecay: number;
  /** Global norm of the gradient that is not exceeded; 0 for no clipping. */
  readonly maxGradientNorm: number;
}

/** The protocol's defaults. */
export const PROTOCOL_ADAM: TinkerAdam = {
  learningRate: 1e-4,
  beta1: 0.9,
  beta2: 0.95,
  epsilon: 1e-12,
  weightDecay: 0,
  maxGradientNorm: 0,
};

/** How tokens are drawn, in the protocol's words. */
export interface TinkerSampling {
  readonly maxTokens?: number | undefined;
  readonly seed?: number | undefined;
  /** Token ids, or texts where the server has a tokenizer. */
  readonly stop?: readonly number[] | readonly string[] | string | undefined;
  readonly temperature?: number | undefined;
  /** −1: no limit. */
  readonly topK?: number | undefined;
  readonly topP?: number | undefined;
}

/** What `asample` is asked. */
export interface TinkerSampleRequest {
  /** Undefined where a model is named instead. */
  readonly samplingSessionId?: string | undefined;
  readonly sequenceId: number;
  /** The weights to draw from without a sampling session: a base model's, or those of a path. */
  readonly model?: { readonly baseModel?: string | undefined; readonly path?: string | undefined } | undefined;
  readonly prompt: Int32Array;
  readonly samples: number;
  readonly sampling: TinkerSampling;
  /** Whether the logprobs of the prompt are wanted. */
  readonly promptLogprobs?: boolean | undefined;
  /** The logprobs of so many last tokens of the prompt are wanted, and NaN for the others. Default all. */
  readonly promptLogprobsLast?: number | undefined;
  /** How many other tokens are drawn for each place of the prompt but the first. Default 0. */
  readonly promptAlternatives?: number | undefined;
}

/** One answer to a prompt. */
export interface TinkerSequence {
  readonly tokens: Int32Array;
  /** Shape of `tokens`, where the server tells them. */
  readonly logprobs?: Float32Array | undefined;
  readonly stopReason: 'stop' | 'length';
}

/** What `asample` answers. */
export interface TinkerSampleResult {
  readonly sequences: readonly TinkerSequence[];
  /** Shape of the prompt; NaN where there is none, as for its first token. */
  readonly promptLogprobs?: Float32Array | undefined;
  /** What else was drawn for the places of the prompt but the first; shape [L − 1, k] each. */
  readonly promptAlternatives?: PromptAlternatives | undefined;
}

/** Tokens drawn for places of a prompt, and their logprobs. */
export interface PromptAlternatives {
  readonly tokens: TinkerTensor;
  readonly logprobs: TinkerTensor;
}

/** An adapter, in the protocol's words. */
export interface TinkerLora {
  readonly rank: number;
  readonly seed?: number | undefined;
  readonly trainUnembed?: boolean | undefined;
  readonly trainMlp?: boolean | undefined;
  readonly trainAttention?: boolean | undefined;
}

/** What `train_attn` means: the attention's matrices. */
export const ATTENTION: readonly string[] = ['q_proj', 'k_proj', 'v_proj', 'o_proj'];
/** What `train_mlp` means. */
export const MLP: readonly string[] = ['gate_proj', 'up_proj', 'down_proj'];
