import * as z from 'zod';
import type { JsonValue, Learner, MetricRecord, RolloutSample } from '../../base/index.js';
import { checkArgument, stringifyJson, typedArraysAsLists } from '../../base/internal/index.js';
import {
  existsSync,
  openJsonl,
  readJsonFile,
  readJsonl,
  writeFileWhole,
  join,
  lockFolder,
  rmSync,
  WriteError,
  type OpenJsonl,
} from '../../io/index.js';
import { openCheckpoints, checkpointName, latestSchema } from './internal/checkpoints.js';
import { difference } from './internal/difference.js';
import { RunError } from '../run-error.js';

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
 * A run's directory: `config.json`, `metrics.jsonl`, `rollouts.jsonl`, `checkpoints/STAGE-STEP`, `checkpoints/best`, `latest.json`.
 *
 * A checkpoint is complete or absent: it is written under its own name, then `latest.json` names it, with the number of records and
 * samples by then. Opening the run again drops later records, because they will be made again. `checkpoints.json` has the locations of
 * checkpoints that an engine keeps elsewhere.
 */
export interface RunStore {
  readonly directory: string;
  /** Where the last checkpoint was taken; undefined in a run without one. */
  readonly position: RunPosition | undefined;
  /** All records up to now, in order. */
  readonly records: readonly MetricRecord[];
  /** On the disk when it returns. @throws RunError, as all that write, where the disk takes nothing. */
  log(record: MetricRecord): void;
  /** Keeps rollouts for reading. */
  keep(...samples: readonly RolloutSample[]): void;
  /** @returns The path of a file in the directory. */
  path(...names: readonly string[]): string;
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
 * Opens a run's directory, a new one or one to go on with; one that is refused stays as it was.
 *
 * @param mayGoOn - Whether a run of the configuration that was found may go on under the one that is wanted, which then
 *   replaces it. Default: never.
 * @throws RunError if the directory holds a run of another configuration (it says what differs), is open in another process, holds less than it
 *   should, or files that are no run's; DatasetError for files that cannot be read.
 */
export function openRunStore(
  directory: string,
  { config, milestones = [] }: RunStoreOptions,
  mayGoOn: (found: JsonValue, wanted: JsonValue) => boolean = () => false,
): RunStore {
  checkArgument(directory, 'directory', 'a string');
  if (directory === '') throw new RangeError('directory: expected a path, got an empty text');
  checkArgument(config, 'options.config', 'an object');
  const path = pathsIn(directory);
  const wanted = JSON.parse(stringifyJson(config, 'options.config')) as JsonValue;
  const lock = writing(() => lockFolder(directory));
  if (lock.kind === 'taken')
    throw new RunError(`${directory}: another process has this run open (${lock.by}); if it is gone, remove that file`);
  const unlock = lock.release;
  try {
    const found = readJsonFile(z.json(), path('config.json'));
    const differs = found === undefined ? undefined : difference(found, wanted);
    if (differs !== undefined && !mayGoOn(found!, wanted))
      throw new RunError(
        `${directory}: holds a run of another configuration (${differs}); name another directory or start afresh`,
      );
    const there = ['metrics.jsonl', 'rollouts.jsonl', 'latest.json'].find((name) => existsSync(path(name)));
    if (found === undefined && there !== undefined)
      throw new RunError(`${path(there)}: expected a config.json beside it; name another directory`);
    const changed = found === undefined || differs !== undefined ? wanted : undefined;
    return openFiles(directory, changed, milestones, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** @param changed - The configuration to write; undefined where it is there already. */
function openFiles(
  directory: string,
  changed: JsonValue | undefined,
  milestones: readonly string[],
  unlock: () => void,
): RunStore {
  const path = pathsIn(directory);
  let latest = readJsonFile(latestSchema, path('latest.json'));
  const checkpoints = openCheckpoints(directory);
  const metrics = openFirst(path('metrics.jsonl'), latest?.records ?? 0);
  const samples = openFirst(path('rollouts.jsonl'), latest?.samples ?? 0);
  const records = metrics.lines.map(({ value }) => value as MetricRecord);
  let sampleCount = samples.lines.length;
  if (changed !== undefined) writeFileWhole(path('config.json'), `${JSON.stringify(changed, null, 2)}\n`);
  const isMilestone = ({ stage, step }: RunPosition) => step === 0 && milestones.includes(stage);
  return {
    directory,
    get position() {
      return latest && { stage: latest.stage, step: latest.step };
    },
    records,
    log(record) {
      const line = stringifyJson(record, 'record');
      writing(() => metrics.append(line));
      // As it will be read back: numbers that are not finite are null.
      records.push(JSON.parse(line) as MetricRecord);
    },
    keep(...kept) {
      if (kept.length === 0) return;
      const lines = kept.map((sample) => stringifyJson(sample, 'sample', typedArraysAsLists));
      writing(() => samples.append(...lines));
      sampleCount += kept.length;
    },
    path,
    checkpointPath: (position) => checkpoints.locationOf(checkpointName(position)),
    get best() {
      return checkpoints.has('best') ? checkpoints.locationOf('best') : undefined;
    },
    async saveCheckpoint(learner, position) {
      await checkpoints.save(learner, checkpointName(position)).catch(tellWrite);
      const before = latest;
      latest = { stage: position.stage, step: position.step, records: records.length, samples: sampleCount };
      writing(() => writeFileWhole(path('latest.json'), `${JSON.stringify(latest)}\n`));
      if (before !== undefined && checkpointName(before) !== checkpointName(latest) && !isMilestone(before))
        checkpoints.remove(checkpointName(before));
    },
    saveBest: (learner) => checkpoints.save(learner, 'best').catch(tellWrite),
    close() {
      metrics.close();
      samples.close();
      unlock();
    },
  };
}

function pathsIn(directory: string): RunStore['path'] {
  return (...names) => join(directory, ...names);
}

function writing<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    return tellWrite(error);
  }
}

function tellWrite(error: unknown): never {
  if (!(error instanceof WriteError)) throw error;
  throw new RunError(`${error.message}; when it can, the same run goes on from its last checkpoint`, { cause: error });
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
function openFirst(path: string, count: number): OpenJsonl {
  const found = readJsonl(path, 'empty').lines.length;
  if (found < count)
    throw new RunError(
      `${path}: expected ${count} lines at least, as latest.json says, got ${found}; the run cannot go on`,
    );
  let index = 0;
  return openJsonl(path, () => index++ < count);
}
