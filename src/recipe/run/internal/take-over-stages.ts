import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Learner, MetricRecord } from '../../../base/index.js';
import { readJsonl } from '../../../io/index.js';
import type { RunOptions } from '../run-options.js';
import { isOfStage } from './records.js';
import { RunError, type RunStore } from '../run-store.js';

/** Begins a run where another one begins a stage: with its weights and optimizer, and with what it had measured by then. */
export async function takeOverStages(
  { directory, stage }: NonNullable<RunOptions['startFrom']>,
  {
    store,
    learner,
    log,
  }: { readonly store: RunStore; readonly learner: Learner; readonly log: (record: MetricRecord) => Promise<void> },
): Promise<void> {
  const start = { stage, step: 0 };
  const checkpoint = join(directory, 'checkpoints', `${stage}-0`);
  if (!existsSync(checkpoint)) throw new RunError(`${checkpoint}: expected where the other run begins stage ${stage}`);
  await learner.loadCheckpoint(checkpoint);
  const records = readJsonl(join(directory, 'metrics.jsonl')).lines.map(({ value }) => value as MetricRecord);
  const until = records.findIndex((record) => isOfStage(record, stage));
  for (const record of until < 0 ? records : records.slice(0, until)) await log(record);
  await store.saveCheckpoint(learner, start);
}
