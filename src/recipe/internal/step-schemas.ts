import * as z from 'zod';
import { functionSchema } from '../../base/internal/index.js';
import type { RolloutEnvironment } from '../steps/roll-out.js';

/** What rollouts are made with, as far as `runRollouts` and `scoreRollouts` do not look at it themselves. */
export const environmentShape = {
  tokenizer: z.looseObject({ encode: functionSchema(), decode: functionSchema() }),
  tools: z.array(z.looseObject({ name: z.string() })).optional(),
  chatTemplate: z.unknown().optional(),
  environment: z.unknown().optional(),
  reward: z.unknown().optional(),
  signal: z.unknown().optional(),
  onRollout: z.unknown().optional(),
  tracing: z.unknown().optional(),
};

/** @returns What rollouts are made with, of options that say more. */
export function environmentOf({
  tokenizer,
  chatTemplate,
  tools,
  environment,
  reward,
  signal,
  onRollout,
  tracing,
}: RolloutEnvironment): RolloutEnvironment {
  return { tokenizer, chatTemplate, tools, environment, reward, signal, onRollout, tracing };
}

/** The options of every step of training. */
export const stepShape = {
  step: z.int().nonnegative(),
  stage: z.string().optional(),
  maxTokensPerPass: z.int().positive(),
  signal: z.unknown().optional(),
};

/** @returns Rollouts of a prompt: the group that is trained on, oversampled twice where nothing else is said, as in the paper. */
export function samplesPerPrompt({
  groupSize,
  oversampling = 2,
}: {
  readonly groupSize: number;
  readonly oversampling?: number | undefined;
}): number {
  return groupSize * oversampling;
}
