import * as z from 'zod/mini';
import type { GmpoLoss, Objective, PolicyLoss } from '../../base/index.js';
import { aggregationSchema, seedSchema } from '../../base/internal/index.js';
import { klKindSchema } from '../kl.js';

/** GMPO as verl has it; the objective of a learner's user has no such option. */
export interface CompatGmpoLoss extends GmpoLoss {
  /** Added to a sequence's number of tokens before it divides; verl's is 1e-8. Default 0. */
  readonly countEpsilon?: number | undefined;
}

/** An `Objective` whose loss may have another program's knobs. */
export type CompatObjective = Omit<Objective, 'loss'> & { readonly loss: PolicyLoss | CompatGmpoLoss };

const nonnegative = z.number().check(z.nonnegative());
const positive = z.number().check(z.positive());
const share = (byDefault: number) => z._default(nonnegative, byDefault);
const aboveOne = z.optional(z.number().check(z.gt(1)));
const tokenShare = z._default(z.number().check(z.positive(), z.maximum(1)), 2e-4);
const limit = (byDefault: number) => z._default(z.union([positive, z.literal(Infinity)]), byDefault);
const weighting = (k: number, lambda: number) =>
  z._default(z.strictObject({ k: nonnegative, lambda: positive }), { k, lambda });

/** Reads a `PolicyLoss`; every default of the family is stated here. */
export const policyLossSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('clip'),
    clipLow: share(0.2),
    clipHigh: share(0.2),
    dualClip: aboveOne,
    delta: aboveOne,
    logRatioLimit: limit(20),
  }),
  z.strictObject({ kind: z.literal('gspo'), clipLow: share(3e-4), clipHigh: share(4e-4), logRatioLimit: limit(10) }),
  z.strictObject({
    kind: z.literal('sapo'),
    temperaturePositive: z._default(positive, 1),
    temperatureNegative: z._default(positive, 1.05),
    logRatioLimit: limit(20),
  }),
  z.strictObject({ kind: z.literal('cispo'), clipLow: share(1), clipHigh: share(0.28), logRatioLimit: limit(20) }),
  z.strictObject({
    kind: z.literal('dppo'),
    divergence: z._default(z.enum(['tv', 'kl']), 'tv'),
    limitLow: share(0.2),
    limitHigh: share(0.2),
    ratioLimit: z._default(positive, 20),
  }),
  z.strictObject({ kind: z.literal('dro'), beta: z._default(positive, 0.05) }),
  z.strictObject({ kind: z.literal('gmpo'), clipLow: share(0.4), clipHigh: share(0.4), countEpsilon: share(0) }),
  z.strictObject({ kind: z.literal('vespo'), positive: weighting(2, 3), negative: weighting(3, 2) }),
  z.strictObject({
    kind: z.literal('clip-cov'),
    clipLow: share(0.2),
    clipHigh: share(0.2),
    ratio: tokenShare,
    lower: z._default(z.number(), 1),
    upper: z._default(z.number(), 5),
    seed: z.optional(seedSchema),
    logRatioLimit: limit(20),
  }),
  z.strictObject({ kind: z.literal('kl-cov'), ratio: tokenShare, coefficient: share(1), logRatioLimit: limit(20) }),
  z.strictObject({ kind: z.enum(['gpg', 'reinforce', 'cross-entropy']) }),
]);

/** Every loss of the family. */
export const POLICY_LOSS_KINDS: readonly PolicyLoss['kind'][] = [
  'clip',
  'gspo',
  'sapo',
  'cispo',
  'dppo',
  'dro',
  'gmpo',
  'vespo',
  'clip-cov',
  'kl-cov',
  'gpg',
  'reinforce',
  'cross-entropy',
];

const klSchema = z
  .strictObject({
    coefficient: z.number(),
    kind: z._default(klKindSchema, 'k3'),
    bounded: z._default(z.boolean(), true),
    biasCorrection: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ kind, biasCorrection }) => !(biasCorrection && kind.endsWith('+')), {
      path: ['biasCorrection'],
      error: "expected false for a kind with a +, whose gradient is another's",
    }),
  );

/** Reads an `Objective`, with the knobs of a `CompatObjective`. */
export const objectiveSchema = z.strictObject({
  loss: policyLossSchema,
  aggregation: z.optional(aggregationSchema),
  localWeights: z._default(z.boolean(), false),
  offPolicyMask: z.optional(z.strictObject({ threshold: positive })),
  kl: z.optional(klSchema),
  entropy: z.optional(z.strictObject({ coefficient: z.number() })),
});

/** An objective with every default filled in. */
export type FilledObjective = z.output<typeof objectiveSchema>;

/** A loss with every default filled in. */
export type FilledLoss<K extends PolicyLoss['kind'] = PolicyLoss['kind']> = Extract<
  FilledObjective['loss'],
  { readonly kind: K }
>;
