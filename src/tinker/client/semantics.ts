/** How a server makes one number of token losses, and so what it divides the gradient of each by. */
export interface TinkerReduction {
  /** Of a sequence: nothing, its length, the sum of its weights, or that where it is above 1. Absent weights count 1. */
  readonly sequence: 'none' | 'length' | 'weights' | 'weights-above-1';
  /** Of the sequences: nothing, how many are in the request, or how many there were since the last optimizer step. */
  readonly batch: 'none' | 'request' | 'step';
}

/** A loss of a server's, by which gradients are applied. */
export type TinkerLossName = 'cross_entropy' | 'importance_sampling' | 'ppo' | 'cispo';

/** What a server does with what it is sent: measured by `probeTinkerServer`, or said by whoever knows it. */
export interface TinkerSemantics {
  /** Of `cross_entropy`; undefined where no rule that we know explains it. */
  readonly crossEntropy?: TinkerReduction | undefined;
  /** Of `importance_sampling` at ratio 1; undefined as above. */
  readonly importanceSampling?: TinkerReduction | undefined;
  /** Above it ratios of `importance_sampling` are cut off, or have no gradient. Absent: nowhere that was looked. */
  readonly largestRatio?: number | undefined;
  /** Gradients are clipped though it was not asked for. */
  readonly clipsGradients: boolean;
  /** `grad_clip_norm` is honoured. */
  readonly honoursMaxGradientNorm: boolean;
  /** The same request under the same sequence id is carried out once. */
  readonly honoursSequenceIds: boolean;
  /** A saved state can be loaded without its optimizer, which then starts anew. */
  readonly resetsOptimizer: boolean;
  /** Weights that were saved for sampling are drawn from as they were, however the model is trained afterwards. */
  readonly keepsSnapshots: boolean;
  /**
   * Losses whose gradient may be left with the server until the step: they mean what the objectives do, are divided as
   * `crossEntropy` and `importanceSampling` say (`ppo` and `cispo` as the latter), come with logprobs, and a model that is given up
   * takes what it has accumulated along. Absent: not known, and none is used so.
   */
  readonly onePass?: readonly TinkerLossName[] | undefined;
}

/** One thing that was measured. */
export interface TinkerProbeFinding {
  readonly name: string;
  /** In units of what a single sequence of one place and weight 1 comes to; or why there is nothing. */
  readonly measured: number | string;
}

/** What a server was measured to do. */
export interface TinkerProbe {
  readonly url: string;
  /** The base model whose adapter was trained and thrown away. */
  readonly baseModel: string;
  readonly semantics: TinkerSemantics;
  readonly findings: readonly TinkerProbeFinding[];
}

/** Where probes are kept, by the server's address, the model that was trained and those that it lists; a `Map` is one. */
export interface TinkerProbeCache {
  /** @returns What was measured of a server and model, by one name for both. */
  get(server: string): TinkerProbe | undefined;
  /** Keeps it. */
  set(server: string, probe: TinkerProbe): unknown;
}
