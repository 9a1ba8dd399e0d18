import * as z from 'zod/mini';
import { argumentError, seedSchema } from '../../base/internal/index.js';
import { rewardAccessorSchemas } from './accessors.js';
import { penaltyOptionSchemas } from './measure-penalties.js';

const minimum = z._default(z.int().check(z.nonnegative()), 0);

/** The values of `RocOptions.strategy`. */
export const ROC_STRATEGIES = ['paper', 'ranked', 'uniform'] as const;

export const rocOptionsSchema = z.strictObject({
  ...rewardAccessorSchemas,
  ...penaltyOptionSchemas,
  strategy: z._default(z.enum(ROC_STRATEGIES), 'paper'),
  keep: z.int().check(z.minimum(1)),
  seed: seedSchema,
  minimumNegatives: minimum,
  minimumPositives: minimum,
  penaltyFloor: z._default(z.number().check(z.positive()), 0.05),
  worldSize: z._default(z.int().check(z.positive()), 1),
});

/** The options with their defaults filled in. */
export type ResolvedRocOptions = z.output<typeof rocOptionsSchema>;

/** @throws RangeError for minimums that the strategy does not have, or that are together more than `keep`. */
export function checkMinimums({ minimumNegatives, minimumPositives, keep, strategy }: ResolvedRocOptions): void {
  for (const [name, value] of Object.entries({ minimumNegatives, minimumPositives }))
    if (value > 0 && strategy === 'uniform')
      throw argumentError(
        RangeError,
        `options.${name}`,
        `expected 0 (strategy 'uniform' has no minimums), got ${value}`,
      );
  const sum = minimumNegatives + minimumPositives;
  if (sum > keep)
    throw argumentError(
      RangeError,
      'options.minimumNegatives',
      `expected at most ${keep} (keep) together with minimumPositives, got ${sum}`,
    );
}
