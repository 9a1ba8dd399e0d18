import * as z from 'zod';
import type { JsonValue, Learner, MetricRecord, RolloutSample } from '../../base/index.js';
import { checkArgument, stringifyJson, typedArraysAsLists } from '../../base/internal/index.js';
import { existsSync, join, rmSync } from '../../io/index.js';
import { RunError } from '../run-error.js';
import type { RunFiles, RunLines } from '../internal/run-files.js';
import { openCheckpoints, checkpointName, latestSchema } from './internal/checkpoints.js';
import { difference } from './internal/difference.js';

/** The position of a run: `step` steps of a stage are done. All random numbers depend on the run's seed and this position. */
export interface RunPosition {
  readonly stage: string;
  readonly step: number;
}

/** Options of {@link openRunStore}. */
export interface RunStoreOptions {
  /** The configuration that identifies the run, as plain JSON: saved as `config.json`; a run with another configuration is refused. */
  readonly config: object;
  /** Stages whose first checkpoint is never removed, because other runs may start there. */
  readonly milestones?: readonly string[] | undefined;
}

/**
 * A run's directory or store: `config.json`, `metrics.jsonl`, `rollouts.jsonl`, `stages.json`, `checkpoints/STAGE-STEP`, `checkpoints/best`,
 * `latest.json`.
 *
 * A checkpoint is complete or absent: it is written under its own name, and then `latest.json` names it with the current number of records
 * and samples. When the run is opened again, later records are removed, because they will be created again. `checkpoints.json` has the
 * locations of
 * checkpoints that an engine keeps elsewhere.
 */
export interface RunStore {
  readonly files: RunFiles;
  /** The position of the last checkpoint; undefined without a checkpoint. */
  readonly position: RunPosition | undefined;
  /** All records up to now, in order. */
  readonly records: readonly MetricRecord[];
  /** Resolves when the record is on the disk. @throws RunError, like all writing methods, if the disk cannot be written. */
  log(record: MetricRecord): Promise<void>;
  /** Saves rollouts for reading. */
  keep(...samples: readonly RolloutSample[]): Promise<void>;
  /** @returns The location for `loadCheckpoint`. */
  checkpointPath(position: RunPosition): string;
  /** The checkpoint of the best evaluation; undefined without one. */
  readonly best: string | undefined;
  /** Writes a checkpoint and removes the previous one, unless that is a milestone. */
  saveCheckpoint(learner: Learner, position: RunPosition): Promise<void>;
  /** Writes `checkpoints/best`. */
  saveBest(learner: Learner): Promise<void>;
  /** A second call does nothing. */
  close(): void;
}

/**
 * Opens the files of a new run, or of a run to continue. Refused files are not changed.
 *
 * @param mayGoOn - Whether a run with the found configuration may continue with the wanted one, which then replaces it. Default: never.
 * @throws RunError if the files belong to a run with another configuration (the message says what differs), are in use by another process,
 *   are incomplete, or do not belong to a run; DatasetError for files that cannot be read.
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
        `${files.name}: the run in it has another configuration (${differs}); choose another ${elsewhere}, or remove the run`,
      );
    if (found === undefined)
      for (const name of ['metrics.jsonl', 'rollouts.jsonl', 'latest.json'])
        if (await files.has(name))
          throw new RunError(`${files.path(name)}: expected a config.json beside it; choose another ${elsewhere}`);
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
 * Removes a run's directory. Does nothing if it does not exist.
 *
 * @throws RunError for a directory without a `config.json`.
 *
 * @example
 * removeRun('runs/demo');
 */
export function removeRun(directory: string): void {
  checkArgument(directory, 'directory', 'a string');
  if (!existsSync(directory)) return;
  if (!existsSync(join(directory, 'config.json')))
    throw new RunError(`${directory}: expected a run's directory (it has no config.json); nothing was removed`);
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
      `${files.path(name)}: expected ${count} lines at least, as latest.json says, got ${found}; the run cannot continue`,
    );
  let index = 0;
  return files.openLines(name, () => index++ < count);
}
