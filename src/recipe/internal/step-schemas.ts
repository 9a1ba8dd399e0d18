import { z } from 'zod';
import { functionSchema } from '../../base/internal/index.js';

/** What rollouts are made with, as far as `runRollouts` and `scoreRollouts` do not look at it themselves. */
export const environmentShape = {
  tokenizer: z.looseObject({ encode: functionSchema(), decode: functionSchema() }),
  tools: z.array(z.looseObject({ name: z.string() })).optional(),
  chatTemplate: z.unknown().optional(),
  reward: z.unknown().optional(),
  signal: z.unknown().optional(),
  onRollout: z.unknown().optional(),
};

/** What every step of training is told. */
export const stepShape = {
  step: z.int().nonnegative(),
  stage: z.string().optional(),
  maxTokensPerPass: z.int().positive(),
  signal: z.unknown().optional(),
};
