import * as z from 'zod';
import { CapabilityError, type Learner } from '../../../base/index.js';
import { checkCapabilities, functionSchema, parseOptions } from '../../../base/internal/index.js';
import { checkObjective } from '../../internal/check-objective.js';
import { checkCorrection } from '../../internal/correct-rollouts.js';
import type { Recipe } from '../../stages/recipe.js';
import { objectiveOf, demonstrationsOf, heldOutOf, problemsOf } from '../../stages/stage-rules.js';
import type { RunOptions, DataSource } from '../run-options.js';
import { checkStartFrom } from './take-over-stages.js';
import { checkItems } from '../../steps/roll-out.js';
import { openRunFiles } from '../../internal/run-files.js';
import { environmentShape } from '../../internal/step-schemas.js';

const sources = z.record(z.string(), z.union([z.array(z.unknown()), functionSchema()]));

const storageSchema = z.looseObject({
  ...{ name: z.string(), read: functionSchema(), write: functionSchema(), append: functionSchema() },
  ...{ list: functionSchema(), remove: functionSchema(), lock: z.optional(functionSchema()) },
});

const optionsSchema = z.strictObject({
  ...environmentShape,
  directory: z.string().min(1).optional(),
  storage: storageSchema.optional(),
  seed: z.string(),
  learner: functionSchema(),
  problems: sources,
  demonstrations: sources.optional(),
  maxTokensPerPass: z.int().positive(),
  // `checkCorrection` reads it.
  rolloutCorrection: z.unknown().optional(),
  config: z.record(z.string(), z.unknown()).optional(),
  sinks: z.optional(functionSchema()),
  onEvent: z.optional(functionSchema()),
  startFrom: z
    .strictObject({ directory: z.string().min(1).optional(), storage: storageSchema.optional(), stage: z.string() })
    .optional(),
});

/** @throws TypeError or RangeError for options that do not fit, or not the recipe; RunError for a `startFrom` that is no start. */
export async function checkRun(recipe: Recipe, options: RunOptions): Promise<void> {
  parseOptions(optionsSchema, options);
  checkCorrection(options.rolloutCorrection);
  checkNames(recipe, options);
  const { seed, startFrom } = options;
  checkPlace('options', options);
  if (startFrom !== undefined) checkPlace('options.startFrom', startFrom);
  // A run that has begun needs the other one no more.
  if (startFrom !== undefined && !(await openRunFiles(options).has('latest.json')))
    await checkStartFrom(startFrom, { recipe, seed });
}

/** @throws TypeError where a run's files are given no place, or two. */
function checkPlace(path: string, { directory, storage }: Pick<RunOptions, 'directory' | 'storage'>): void {
  if ((directory === undefined) === (storage === undefined))
    throw new TypeError(`${path}: expected directory or storage, got ${storage === undefined ? 'neither' : 'both'}`);
}

/** @throws CapabilityError or RangeError, before any work, for what a stage asks of a learner that it cannot do. */
export function checkLearner(recipe: Recipe, { capabilities }: Learner, { storage }: RunOptions): void {
  if (storage !== undefined && capabilities.checkpointStorage !== true)
    throw new CapabilityError(
      'checkpointStorage',
      'options.storage: expected a directory instead (this learner writes checkpoints to the file system alone)',
    );
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

/** @throws RangeError for problems, demonstrations or a tool that a recipe names and the run does not have. */
export function checkNames({ stages, evaluation }: Recipe, options: RunOptions): void {
  const { problems, demonstrations = {}, tools = [] } = options;
  const toolNames = tools.map(({ name }) => name);
  for (const stage of stages) {
    const who = `stage ${stage.name}`;
    if (stage.kind === 'sft') checkSource('demonstrations', demonstrations, demonstrationsOf(stage), who);
    else {
      checkSource('problems', problems, problemsOf(stage), who);
      for (const tool of stage.tools ?? []) checkName('tools', toolNames, tool, who);
    }
  }
  if (evaluation !== undefined) checkSource('problems', problems, heldOutOf(evaluation), 'evaluation');
}

function checkSource(
  option: string,
  sources: { readonly [name: string]: DataSource<unknown> },
  name: string,
  who: string,
): void {
  checkName(option, Object.keys(sources), name, who);
  const source = sources[name]!;
  if (typeof source !== 'function') checkItems(`options.${option}.${name}`, source);
}

function checkName(option: string, there: readonly string[], name: string, who: string): void {
  if (there.includes(name)) return;
  const got = there.join(', ') || 'none';
  throw new RangeError(`options.${option}: expected ${name}, which ${who} asks for, got ${got}`);
}
