import { z } from 'zod';
import { CapabilityError, type Learner } from '../../../base/index.js';
import { checkCapabilities, functionSchema, parseOptions } from '../../../base/internal/index.js';
import { existsSync, join } from '../../../io/index.js';
import { environmentShape } from '../../internal/step-schemas.js';
import type { Recipe } from '../../stages/recipe.js';
import { objectiveOf } from '../../stages/stage-rules.js';
import type { RunOptions } from '../run-options.js';
import { checkNames } from './check-names.js';
import { checkStartFrom } from './take-over-stages.js';

const sources = z.record(z.string(), z.union([z.array(z.unknown()), functionSchema()]));

const optionsSchema = z.strictObject({
  ...environmentShape,
  directory: z.string().min(1),
  seed: z.string(),
  learner: functionSchema(),
  problems: sources,
  demonstrations: sources.optional(),
  maxTokensPerPass: z.int().positive(),
  // `rlStep` looks at it.
  rolloutCorrection: z.unknown().optional(),
  config: z.record(z.string(), z.unknown()).optional(),
  sinks: z.optional(functionSchema()),
  onEvent: z.optional(functionSchema()),
  startFrom: z.strictObject({ directory: z.string().min(1), stage: z.string() }).optional(),
});

/** @throws TypeError or RangeError for options that do not fit, or not the recipe; RunError for a `startFrom` that is no start. */
export function checkRun(recipe: Recipe, options: RunOptions): void {
  parseOptions(optionsSchema, options);
  checkNames(recipe, options);
  const { directory, seed, startFrom } = options;
  // A run that has begun needs the other one no more.
  if (startFrom !== undefined && !existsSync(join(directory, 'latest.json')))
    checkStartFrom(startFrom, { recipe, seed });
}

/** @throws CapabilityError or RangeError, before any work, for what a stage asks of a learner that it cannot do. */
export function checkLearner(recipe: Recipe, { capabilities }: Learner): void {
  for (const [i, stage] of recipe.stages.entries()) {
    const at = `recipe.stages.${i}`;
    const parameters = { ...stage.optimizer, schedule: undefined };
    if (i > 0 && stage.start?.optimizer !== 'keep' && !capabilities.optimizerReset)
      throw new CapabilityError(
        'optimizerReset',
        `${at}.start.optimizer: expected "keep" (this learner loads no weights without their optimizer), got ${JSON.stringify(stage.start?.optimizer ?? 'reset')}`,
      );
    if (stage.kind === 'sft') {
      checkCapabilities(capabilities, { objective: { kind: 'cross-entropy' }, parameters });
      continue;
    }
    const objective = objectiveOf(stage);
    checkCapabilities(capabilities, { objective, parameters });
    if (objective.kl !== undefined && !capabilities.reference && stage.start?.reference !== 'stage')
      throw new RangeError(
        `${at}.start.reference: expected stage: the objective has a KL term, and the learner no weights that training started from`,
      );
    const { temperature = 1 } = stage.sampling;
    if (temperature !== 1 && !capabilities.temperature)
      throw new RangeError(`${at}.sampling.temperature: expected 1 (what this learner can do), got ${temperature}`);
  }
}
