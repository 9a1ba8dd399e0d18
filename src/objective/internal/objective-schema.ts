import { z } from 'zod';
import { aggregationSchema, seedSchema } from '../../base/internal/index.js';
import { klKindSchema } from '../kl.js';

const share = z.number().min(0);
const ratioShare = z.number().positive().max(1).default(2e-4);
const positiveOrInfinite = z.union([z.number().positive(), z.literal(Infinity)]);
const limit = positiveOrInfinite.default(20);
const kernel = z.strictObject({ k: z.number().nonnegative(), lambda: z.number().positive() });

/** Reads a `PolicyLoss`; every default of the family is stated here. */
export const policyLossSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('clip'),
    clipLow: share.default(0.2),
    clipHigh: share.default(0.2),
    dualClip: z.number().gt(1).optional(),
    delta: z.number().gt(1).optional(),
    logRatioLimit: limit,
  }),
  z.strictObject({
    kind: z.literal('gspo'),
    clipLow: share.default(3e-4),
    clipHigh: share.default(4e-4),
    logRatioLimit: positiveOrInfinite.default(10),
  }),
  z.strictObject({
    kind: z.literal('sapo'),
    temperaturePositive: z.number().positive().default(1),
    temperatureNegative: z.number().positive().default(1.05),
    logRatioLimit: limit,
  }),
  z.strictObject({
    kind: z.literal('cispo'),
    clipLow: share.default(1),
    clipHigh: share.default(0.28),
    logRatioLimit: limit,
  }),
  z.strictObject({
    kind: z.literal('gmpo'),
    clipLow: share.default(0.4),
    clipHigh: share.default(0.4),
    countEpsilon: share.default(0),
  }),
  z.strictObject({
    kind: z.literal('vespo'),
    positive: kernel.default({ k: 2, lambda: 3 }),
    negative: kernel.default({ k: 3, lambda: 2 }),
  }),
  z.strictObject({
    kind: z.literal('clip-cov'),
    clipLow: share.default(0.2),
    clipHigh: share.default(0.2),
    ratio: ratioShare,
    lower: z.number().default(1),
    upper: z.number().default(5),
    seed: z.optional(seedSchema),
    logRatioLimit: limit,
  }),
  z.strictObject({
    kind: z.literal('kl-cov'),
    ratio: ratioShare,
    coefficient: share.default(1),
    logRatioLimit: limit,
  }),
  z.strictObject({ kind: z.enum(['gpg', 'reinforce', 'cross-entropy']) }),
]);

/** Reads an `Objective`. */
export const objectiveSchema = z.strictObject({
  loss: policyLossSchema,
  aggregation: z._default(aggregationSchema, { kind: 'token-mean', scale: 1 }),
  localWeights: z.boolean().default(false),
  kl: z.strictObject({ coefficient: z.number(), kind: klKindSchema.default('k3') }).optional(),
  entropy: z.strictObject({ coefficient: z.number() }).optional(),
  emptyBatch: z.enum(['zero', 'nan']).default('zero'),
});
