import * as z from 'zod/mini';
import { aggregationSchema } from '../../base/internal/index.js';
import { klKindSchema } from './kl-estimate.js';
import { positive, type Loss } from './loss.js';
import { LOSSES } from './losses.js';

/** Reads a `KlTerm`. */
export const klSchema = z
  .strictObject({
    coefficient: z.number(),
    kind: z._default(klKindSchema, 'k3'),
    bounded: z._default(z.boolean(), true),
    biasCorrection: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ kind, biasCorrection }) => !(biasCorrection && kind.endsWith('+')), {
      path: ['biasCorrection'],
      error: 'expected false for a kind with a +, which takes its gradient from another kind',
    }),
  );

/** @returns The schema of an objective with one of these losses, whose defaults it fills in. */
export function objectiveSchemaOf<L extends { readonly [kind: string]: Loss }>(losses: L) {
  type Options = L[keyof L]['options'] & z.core.$ZodTypeDiscriminable;
  const options = [...new Set(Object.values(losses).map((loss) => loss.options))] as unknown as [Options, ...Options[]];
  return z.strictObject({
    loss: z.discriminatedUnion('kind', options),
    aggregation: z.optional(aggregationSchema),
    localWeights: z._default(z.boolean(), false),
    offPolicyMask: z.optional(z.strictObject({ threshold: positive })),
    kl: z.optional(klSchema),
    entropy: z.optional(z.strictObject({ coefficient: z.number() })),
  });
}

/** Reads an `Objective`. */
export const objectiveSchema = objectiveSchemaOf(LOSSES);

/** An objective with every default filled in. */
export type FilledObjective = z.output<typeof objectiveSchema>;
