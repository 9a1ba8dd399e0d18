import * as z from 'zod';

/** Every divisor of a sequence: nothing, its length, the sum of its weights, or that sum only if it is above 1. Missing weights count as 1. */
export const SEQUENCE_DIVISORS = ['none', 'length', 'weights', 'weights-above-1'] as const;

/** Every divisor of a batch: nothing, the sequences in the request, or those since the last optimizer step. */
export const BATCH_DIVISORS = ['none', 'request', 'step'] as const;

/** How a server reduces token losses to one number, and so the divisor of each token's gradient. */
export interface TinkerReduction {
  readonly sequence: (typeof SEQUENCE_DIVISORS)[number];
  readonly batch: (typeof BATCH_DIVISORS)[number];
}

/** A loss of the server that can apply gradients. */
export type TinkerLossName = 'cross_entropy' | 'importance_sampling' | 'ppo' | 'cispo';

/** How a server computes losses and steps. */
export interface TinkerSemantics {
  /** The reduction of `cross_entropy`; undefined if it follows no known rule. */
  readonly crossEntropy?: TinkerReduction | undefined;
  /** The reduction of `importance_sampling` at ratio 1; undefined if it follows no known rule. */
  readonly importanceSampling?: TinkerReduction | undefined;
  /** Whether gradients are clipped without a request. */
  readonly clipsGradients: boolean;
  /** Whether `grad_clip_norm` has an effect. */
  readonly honoursMaxGradientNorm: boolean;
  /** Whether a request that is sent twice with the same sequence id runs only once. */
  readonly honoursSequenceIds: boolean;
  /** Whether a saved state can be loaded without its optimizer, which then starts again. */
  readonly resetsOptimizer: boolean;
  /** Whether weights that were saved for sampling stay unchanged when training continues. */
  readonly keepsSnapshots: boolean;
  /**
   * Losses whose gradient may accumulate on the server until the step: they equal the objectives, are reduced as in `crossEntropy` and
   * `importanceSampling` (`ppo` and `cispo` as the latter), return logprobs, and the accumulated gradient of an abandoned model is dropped
   * with it. Default: no losses.
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
