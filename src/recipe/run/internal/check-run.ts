import * as z from 'zod';
import { CapabilityError, type Learner } from '../../../base/index.js';
import { checkCapabilities, functionSchema, parseOptions } from '../../../base/internal/index.js';
import { existsSync, join } from '../../../io/index.js';
import { environmentShape } from '../../internal/step-schemas.js';
import { checkObjective } from '../../internal/check-objective.js';
import { checkCorrection } from '../../internal/correct-rollouts.js';
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
  // What works it out looks at it.
  rolloutCorrection: z.unknown().optional(),
  config: z.record(z.string(), z.unknown()).optional(),
  sinks: z.optional(functionSchema()),
  onEvent: z.optional(functionSchema()),
  startFrom: z.strictObject({ directory: z.string().min(1), stage: z.string() }).optional(),
});

/** @throws TypeError or RangeError for options that do not fit, or not the recipe; RunError for a `startFrom` that is no start. */
export function checkRun(recipe: Recipe, options: RunOptions): void {
  parseOptions(optionsSchema, options);
  checkCorrection(options.rolloutCorrection);
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
    const hasReference = stage.start?.reference === 'stage';
    checkObjective(
      { capabilities },
      { objective: objectiveOf(stage), parameters, sampling: stage.sampling, hasReference },
      { path: at, reference: `${at}.start.reference: expected stage` },
    );
  }
}
