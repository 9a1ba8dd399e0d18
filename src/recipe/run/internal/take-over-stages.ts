import * as z from 'zod';
import type { JsonValue, Learner, MetricRecord } from '../../../base/index.js';
import type { Recipe } from '../../stages/recipe.js';
import { RunError } from '../../run-error.js';
import type { RunOptions } from '../run-options.js';
import type { RunStore } from '../run-store.js';
import { openRunFiles, storageOf } from '../../internal/run-files.js';
import { latestSchema, openCheckpoints } from './checkpoints.js';
import { keepStageEnds, readStageEnds } from './stage-ends.js';
import { difference } from './difference.js';
import { isOfStage } from '../../stages/stage-rules.js';

type StartFrom = NonNullable<RunOptions['startFrom']>;

/**
 * @throws RangeError for a stage that the recipe does not have, or begins with; RunError where the other run has not come to it, or is
 *   of another seed or other stages before it.
 */
export async function checkStartFrom(
  { stage, ...place }: StartFrom,
  { recipe, seed }: { readonly recipe: Recipe; readonly seed: string },
): Promise<void> {
  const index = recipe.stages.findIndex(({ name }) => name === stage);
  if (index < 1) {
    const names = recipe.stages.slice(1).map(({ name }) => name);
    throw new RangeError(`options.startFrom.stage: expected one of ${names.join(', ') || 'none'}, got ${stage}`);
  }
  const files = openRunFiles(place);
  const config = await files.readJson(z.record(z.string(), z.json()), 'config.json');
  if (config === undefined) throw new RunError(`${files.name}: expected a run's directory, with a config.json`);
  const { stages: theirs = [] } = (config['recipe'] ?? {}) as { readonly stages?: readonly JsonValue[] };
  const latest = await files.readJson(latestSchema, 'latest.json');
  const placeOf = (name: string | undefined) =>
    theirs.findIndex((one) => (one as { readonly name?: JsonValue }).name === name);
  // A store may have a part of a checkpoint; only those up to the one that latest.json names are whole.
  const isWhole = latest !== undefined && placeOf(latest.stage) >= placeOf(stage);
  if (!isWhole || !(await openCheckpoints(files)).has(`${stage}-0`))
    throw new RunError(`${files.name}: expected a run that has reached stage ${stage} (checkpoints/${stage}-0)`);
  const ours = JSON.parse(JSON.stringify(recipe.stages)) as readonly JsonValue[];
  const differs = difference(
    { seed: config['seed'] ?? null, stages: theirs.slice(0, index) },
    { seed, stages: ours.slice(0, index) },
  );
  if (differs !== undefined)
    throw new RunError(`${files.name}: expected a run that is the same up to ${stage} (${differs})`);
}

/** Begins a run where another one begins a stage: with its weights and optimizer, and with what it had measured by then. */
export async function takeOverStages(
  { stage, ...place }: StartFrom,
  {
    store,
    learner,
    log,
  }: { readonly store: RunStore; readonly learner: Learner; readonly log: (record: MetricRecord) => Promise<void> },
): Promise<void> {
  const files = openRunFiles(place);
  const records = (await files.readLines('metrics.jsonl')).lines.map(({ value }) => value as MetricRecord);
  const until = records.findIndex((record) => isOfStage(record, stage));
  for (const record of until < 0 ? records : records.slice(0, until)) await log(record);
  const ends = await readStageEnds(files);
  const own = ends.findIndex((end) => end.stage === stage);
  await keepStageEnds(store.files, ...(own < 0 ? ends : ends.slice(0, own)));
  await learner.loadCheckpoint((await openCheckpoints(files)).locationOf(`${stage}-0`), storageOf(files));
  // Only the last evaluation belongs to these weights. The weights of a better, earlier one are gone.
  const evaluations = store.records.flatMap(({ stage: of, passAt1 }) => (of === 'eval' ? Number(passAt1) : []));
  if (evaluations.length > 0 && evaluations.at(-1) === Math.max(...evaluations)) await store.saveBest(learner);
  await store.saveCheckpoint(learner, { stage, step: 0 });
}
