/** A tensor of the protocol: flat, row-major. Integers are token ids, so they fit in 32 bits. */
export type TinkerTensor =
  | { readonly dtype: 'float32'; readonly data: Float32Array; readonly shape?: readonly number[] | undefined }
  | { readonly dtype: 'int64'; readonly data: Int32Array; readonly shape?: readonly number[] | undefined };

/** One sequence: its tokens, and the inputs of the loss for each of them (`target_tokens`, `weights`, …). */
export interface TinkerDatum {
  /** Shape [L]. */
  readonly tokens: Int32Array;
  /** By the protocol's names; each of shape [L]. Position t belongs to the token after `tokens[t]`. */
  readonly lossInputs: { readonly [name: string]: TinkerTensor };
  /** 1 if the target was sampled, 0 if it was part of a prompt; shape [L]. Only servers read it. */
  readonly sampled?: Uint8Array | undefined;
}

/** The request of `forward` and `forward_backward`. */
export interface TinkerForwardRequest {
  readonly modelId: string;
  /** Counts from 1 within a model; the same id means the same request. 0 if the sender set no id. */
  readonly sequenceId: number;
  readonly data: readonly TinkerDatum[];
  /** `cross_entropy`, `importance_sampling`, `ppo`, `cispo`, `dro`, `gspo`, `stable_reinforce`, or another loss of the server. */
  readonly loss: string;
  readonly lossConfig?: { readonly [name: string]: number } | undefined;
  readonly forwardOnly: boolean;
}

/** The input of a pass over a model: sequences, and a loss of the server. */
export type TinkerBatch = Pick<TinkerForwardRequest, 'data' | 'loss' | 'lossConfig'>;

/** The result of `forward` and `forward_backward`. */
export interface TinkerForwardResult {
  /** One record for each datum; all losses return `logprobs` of shape [L]. */
  readonly outputs: readonly { readonly [name: string]: TinkerTensor }[];
  /** The server's name for the type of record. */
  readonly outputType: string;
  readonly metrics: { readonly [name: string]: number };
}

/** Adam's parameters of one step; the protocol's defaults are 1e-4, 0.9, 0.95, 1e-12, 0 and 0 (no clipping). */
export interface TinkerAdam {
  readonly learningRate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  readonly weightDecay: number;
  /** Largest global norm of the gradient; 0 for no clipping. */
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

/** Sampling options of the protocol. */
export interface TinkerSampling {
  readonly maxTokens?: number | undefined;
  readonly seed?: number | undefined;
  /** Token ids, or texts if the server has a tokenizer. */
  readonly stop?: readonly number[] | readonly string[] | string | undefined;
  readonly temperature?: number | undefined;
  /** −1: no limit. */
  readonly topK?: number | undefined;
  readonly topP?: number | undefined;
}

/** The request of `asample`. */
export interface TinkerSampleRequest {
  /** Undefined if a model is given instead. */
  readonly samplingSessionId?: string | undefined;
  readonly sequenceId: number;
  /** The weights without a sampling session: of a base model, or of a path. */
  readonly model?: { readonly baseModel?: string | undefined; readonly path?: string | undefined } | undefined;
  readonly prompt: Int32Array;
  readonly samples: number;
  readonly sampling: TinkerSampling;
  /** Whether to return logprobs of the prompt. */
  readonly promptLogprobs?: boolean | undefined;
  /** Number of last prompt tokens whose logprobs are returned; others are NaN. Default all. */
  readonly promptLogprobsLast?: number | undefined;
  /** Number of other tokens that are sampled at each position of the prompt except the first. Default 0. */
  readonly promptAlternatives?: number | undefined;
}

/** One answer to a prompt. */
export interface TinkerSequence {
  readonly tokens: Int32Array;
  /** Shape of `tokens`, if the server returns them. */
  readonly logprobs?: Float32Array | undefined;
  readonly stopReason: 'stop' | 'length';
}

/** The result of `asample`. */
export interface TinkerSampleResult {
  readonly sequences: readonly TinkerSequence[];
  /** Shape of the prompt; NaN without a value, as for its first token. */
  readonly promptLogprobs?: Float32Array | undefined;
  /** Other sampled tokens at the positions of the prompt except the first; shape [L − 1, k] each. */
  readonly promptAlternatives?: PromptAlternatives | undefined;
}

/** Tokens sampled at positions of a prompt, and their logprobs. */
export interface PromptAlternatives {
  readonly tokens: TinkerTensor;
  readonly logprobs: TinkerTensor;
}

/** An adapter in the protocol. */
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
