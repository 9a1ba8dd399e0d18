import * as z from 'zod';
import { functionSchema } from '../../base/internal/index.js';
import type { RolloutEnvironment } from '../steps/roll-out.js';

/** Schemas of `RolloutEnvironment`; `runRollouts` and `scoreRollouts` check the unknown ones. */
export const environmentShape = {
  tokenizer: z.looseObject({ encode: functionSchema(), decode: functionSchema() }),
  tools: z.array(z.looseObject({ name: z.string() })).optional(),
  chatTemplate: z.unknown().optional(),
  environment: z.unknown().optional(),
  agent: z.unknown().optional(),
  agentSettings: z.unknown().optional(),
  reward: z.unknown().optional(),
  signal: z.unknown().optional(),
  onRollout: z.unknown().optional(),
  tracing: z.unknown().optional(),
};

/** @returns The members of `RolloutEnvironment`, of an object with more. */
export function environmentOf({
  tokenizer,
  chatTemplate,
  tools,
  environment,
  agent,
  agentSettings,
  reward,
  signal,
  onRollout,
  tracing,
}: RolloutEnvironment): RolloutEnvironment {
  return { tokenizer, chatTemplate, tools, environment, agent, agentSettings, reward, signal, onRollout, tracing };
}

/** The options of every step of training. */
export const stepShape = {
  step: z.int().nonnegative(),
  stage: z.string().optional(),
  maxTokensPerPass: z.int().positive(),
  signal: z.unknown().optional(),
};

/** @returns How many rollouts of a prompt are sampled; by default twice as many as are trained on, as in the paper. */
export function samplesPerPrompt(group: {
  readonly groupSize: number;
  readonly oversampling?: number | undefined;
}): number {
  return group.groupSize * (group.oversampling ?? 2);
}
