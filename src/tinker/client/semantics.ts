import * as z from 'zod';

/** Every divisor of a sequence: nothing, its length, the sum of its weights, or that where it is above 1. Absent weights count 1. */
export const SEQUENCE_DIVISORS = ['none', 'length', 'weights', 'weights-above-1'] as const;

/** Every divisor of a batch: nothing, the sequences in the request, or those since the last optimizer step. */
export const BATCH_DIVISORS = ['none', 'request', 'step'] as const;

/** How a server makes one number of token losses, and so what it divides the gradient of each token by. */
export interface TinkerReduction {
  readonly sequence: (typeof SEQUENCE_DIVISORS)[number];
  readonly batch: (typeof BATCH_DIVISORS)[number];
}

/** A loss of a server's, by which gradients are applied. */
export type TinkerLossName = 'cross_entropy' | 'importance_sampling' | 'ppo' | 'cispo';

/** What a server does with what it is sent. */
export interface TinkerSemantics {
  /** Of `cross_entropy`; undefined where no rule that we know explains it. */
  readonly crossEntropy?: TinkerReduction | undefined;
  /** Of `importance_sampling` at ratio 1; undefined as above. */
  readonly importanceSampling?: TinkerReduction | undefined;
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
   * takes what it has accumulated along. Default: none is used so.
   */
  readonly onePass?: readonly TinkerLossName[] | undefined;
}

const reductionSchema = z.strictObject({ sequence: z.enum(SEQUENCE_DIVISORS), batch: z.enum(BATCH_DIVISORS) });

export const semanticsSchema = z.strictObject({
  crossEntropy: reductionSchema.optional(),
  importanceSampling: reductionSchema.optional(),
  clipsGradients: z.boolean(),
  honoursMaxGradientNorm: z.boolean(),
  honoursSequenceIds: z.boolean(),
  resetsOptimizer: z.boolean(),
  keepsSnapshots: z.boolean(),
  onePass: z.array(z.enum(['cross_entropy', 'importance_sampling', 'ppo', 'cispo'])).optional(),
});

const SUMS = { sequence: 'none', batch: 'none' } as const;

/** A server that sums, clips nothing unasked and honours everything. */
const SUMMING: TinkerSemantics = {
  crossEntropy: SUMS,
  importanceSampling: SUMS,
  clipsGradients: false,
  honoursMaxGradientNorm: true,
  honoursSequenceIds: true,
  resetsOptimizer: true,
  keepsSnapshots: true,
};

/** Servers whose semantics are known. */
const KNOWN_SERVERS = {
  /** `tinker serve` of this package; its tests measure it. */
  rstar2: { ...SUMMING, onePass: ['cross_entropy', 'ppo', 'cispo'] },
  /** SkyRL 0.3.0 on JAX, as it was measured (docs/tinker-semantics.md). */
  skyrl: {
    crossEntropy: { sequence: 'weights', batch: 'step' },
    // Advantages are in no divisor: absent weights count 1.
    importanceSampling: { sequence: 'length', batch: 'step' },
    clipsGradients: false,
    honoursMaxGradientNorm: false,
    honoursSequenceIds: false,
    resetsOptimizer: false,
    keepsSnapshots: false,
  },
  /**
   * Thinking Machines' hosted service, by its documentation and SDK (tinker-docs.thinkingmachines.ai, PyPI `tinker` 0.38), not measured:
   * losses are sums, and the SDK repeats requests under their ids. No loss is left with it, since nothing is said of models that are given up.
   */
  tinker: SUMMING,
} as const satisfies { readonly [name: string]: TinkerSemantics };

/** A server whose semantics are known: `tinker serve`, SkyRL 0.3.0 on JAX, or Thinking Machines' hosted service. */
export type TinkerServerName = keyof typeof KNOWN_SERVERS;

export const SERVER_NAMES = Object.keys(KNOWN_SERVERS) as [TinkerServerName, ...TinkerServerName[]];

/** @returns What a server does, by its name where it has one. */
export function semanticsOf(server: TinkerSemantics | TinkerServerName): TinkerSemantics {
  return typeof server === 'string' ? KNOWN_SERVERS[server] : server;
}

/** @param weights - Of the sequence's places, shape [L]; absent weights count 1. */
export function sequenceDivisor(kind: TinkerReduction['sequence'], weights: ArrayLike<number>): number {
  if (kind === 'none') return 1;
  if (kind === 'length') return weights.length;
  const sum = Array.from(weights).reduce((total, weight) => total + weight, 0);
  return kind === 'weights' ? sum : Math.max(sum, 1);
}

/** @param sequences - How many are in the request, and in all requests of the step. */
export function batchDivisor(
  kind: TinkerReduction['batch'],
  sequences: { readonly request: number; readonly step: number },
): number {
  return kind === 'none' ? 1 : sequences[kind];
}
