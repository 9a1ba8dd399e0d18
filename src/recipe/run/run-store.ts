import * as z from 'zod';
import type { JsonValue, Learner, MetricRecord, RolloutSample } from '../../base/index.js';
import { checkArgument, stringifyJson, typedArraysAsLists } from '../../base/internal/index.js';
import { existsSync, join, rmSync } from '../../io/index.js';
import { RunError } from '../run-error.js';
import type { RunFiles, RunLines } from '../internal/run-files.js';
import { openCheckpoints, checkpointName, latestSchema } from './internal/checkpoints.js';
import { difference } from './internal/difference.js';

/** Where a run stands: `step` steps of a stage are done. Every draw is named by the run's seed and this. */
export interface RunPosition {
  readonly stage: string;
  readonly step: number;
}

/** Options of {@link openRunStore}. */
export interface RunStoreOptions {
  /** Identifies the run, as plain JSON: kept as `config.json`; a run with another one is refused. */
  readonly config: object;
  /** Stages whose first checkpoint is never removed: other runs may start there. */
  readonly milestones?: readonly string[] | undefined;
}

/**
 * A run's directory or store: `config.json`, `metrics.jsonl`, `rollouts.jsonl`, `stages.json`, `checkpoints/STAGE-STEP`, `checkpoints/best`,
 * `latest.json`.
 *
 * A checkpoint is complete or absent: it is written under its own name, then `latest.json` names it, with the number of records and
 * samples by then. Opening the run again drops later records, because they will be made again. `checkpoints.json` has the locations of
 * checkpoints that an engine keeps elsewhere.
 */
export interface RunStore {
  readonly files: RunFiles;
  /** Where the last checkpoint was taken; undefined in a run without one. */
  readonly position: RunPosition | undefined;
  /** All records up to now, in order. */
  readonly records: readonly MetricRecord[];
  /** On the disk when it resolves. @throws RunError, as all that write, where the disk takes nothing. */
  log(record: MetricRecord): Promise<void>;
  /** Keeps rollouts for reading. */
  keep(...samples: readonly RolloutSample[]): Promise<void>;
  /** @returns What `loadCheckpoint` takes. */
  checkpointPath(position: RunPosition): string;
  /** The checkpoint of the best evaluation; undefined where there is none. */
  readonly best: string | undefined;
  /** Writes a checkpoint; the one before it goes, unless it is a milestone. */
  saveCheckpoint(learner: Learner, position: RunPosition): Promise<void>;
  /** Writes `checkpoints/best`. */
  saveBest(learner: Learner): Promise<void>;
  /** A second call does nothing. */
  close(): void;
}

/**
 * Opens a run's files, new ones or those of a run to go on with; those that are refused stay as they were.
 *
 * @param mayGoOn - Whether a run of the configuration that was found may go on under the one that is wanted, which then
 *   replaces it. Default: never.
 * @throws RunError if the files are those of a run of another configuration (it says what differs), are open in another process, hold less than they
 *   should, or are no run's; DatasetError for files that cannot be read.
 */
export async function openRunStore(
  files: RunFiles,
  { config, milestones = [] }: RunStoreOptions,
  mayGoOn: (found: JsonValue, wanted: JsonValue) => boolean = () => false,
): Promise<RunStore> {
  checkArgument(config, 'options.config', 'an object');
  const wanted = JSON.parse(stringifyJson(config, 'options.config')) as JsonValue;
  const release = await files.lock();
  const unlock = () => {
    files.close();
    release();
  };
  try {
    const found = await files.readJson(z.json(), 'config.json');
    const differs = found === undefined ? undefined : difference(found, wanted);
    const elsewhere = files.checkpointStorage === undefined ? 'directory' : 'store';
    if (differs !== undefined && !mayGoOn(found!, wanted))
      throw new RunError(
        `${files.name}: holds a run of another configuration (${differs}); name another ${elsewhere} or start afresh`,
      );
    if (found === undefined)
      for (const name of ['metrics.jsonl', 'rollouts.jsonl', 'latest.json'])
        if (await files.has(name))
          throw new RunError(`${files.path(name)}: expected a config.json beside it; name another ${elsewhere}`);
    const changed = found === undefined || differs !== undefined ? wanted : undefined;
    return await openStore(files, changed, milestones, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** @param changed - The configuration to write; undefined where it is there already. */
async function openStore(
  files: RunFiles,
  changed: JsonValue | undefined,
  milestones: readonly string[],
  unlock: () => void,
): Promise<RunStore> {
  let latest = await files.readJson(latestSchema, 'latest.json');
  const checkpoints = await openCheckpoints(files);
  const metrics = await openFirst(files, 'metrics.jsonl', latest?.records ?? 0);
  const samples = await openFirst(files, 'rollouts.jsonl', latest?.samples ?? 0);
  const records = metrics.lines.map(({ value }) => value as MetricRecord);
  let sampleCount = samples.lines.length;
  if (changed !== undefined) await files.writeJson('config.json', changed as object);
  const isMilestone = ({ stage, step }: RunPosition) => step === 0 && milestones.includes(stage);
  return {
    files,
    get position() {
      return latest && { stage: latest.stage, step: latest.step };
    },
    records,
    async log(record) {
      const line = stringifyJson(record, 'record');
      await metrics.append(line);
      // As it will be read back: numbers that are not finite are null.
      records.push(JSON.parse(line) as MetricRecord);
    },
    async keep(...kept) {
      if (kept.length === 0) return;
      await samples.append(...kept.map((sample) => stringifyJson(sample, 'sample', typedArraysAsLists)));
      sampleCount += kept.length;
    },
    checkpointPath: (position) => checkpoints.locationOf(checkpointName(position)),
    get best() {
      return checkpoints.has('best') ? checkpoints.locationOf('best') : undefined;
    },
    async saveCheckpoint(learner, position) {
      await checkpoints.save(learner, checkpointName(position));
      const before = latest;
      latest = { stage: position.stage, step: position.step, records: records.length, samples: sampleCount };
      await files.write('latest.json', `${JSON.stringify(latest)}\n`);
      if (before !== undefined && checkpointName(before) !== checkpointName(latest) && !isMilestone(before))
        await checkpoints.remove(checkpointName(before));
    },
    saveBest: (learner) => checkpoints.save(learner, 'best'),
    close: unlock,
  };
}

/**
 * Removes a run: a directory that has a `config.json`, or is not there.
 *
 * @throws RunError for a directory that holds no run.
 *
 * @example
 * removeRun('runs/demo');
 */
export function removeRun(directory: string): void {
  checkArgument(directory, 'directory', 'a string');
  if (!existsSync(directory)) return;
  if (!existsSync(join(directory, 'config.json')))
    throw new RunError(`${directory}: expected a run's directory (it has no config.json); it is left as it is`);
  rmSync(directory, { recursive: true, force: true });
}

/**
 * Opens a file of lines, of which the first `count` stay.
 *
 * @throws RunError where there are fewer.
 */
async function openFirst(files: RunFiles, name: string, count: number): Promise<RunLines> {
  const found = (await files.readLines(name)).lines.length;
  if (found < count)
    throw new RunError(
      `${files.path(name)}: expected ${count} lines at least, as latest.json says, got ${found}; the run cannot go on`,
    );
  let index = 0;
  return files.openLines(name, () => index++ < count);
}
