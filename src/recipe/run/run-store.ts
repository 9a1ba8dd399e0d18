import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatasetError, type Learner, type MetricRecord, type RolloutSample } from '../../base/index.js';
import { checkArgument, stringifyJson, typedArraysAsLists } from '../../base/internal/index.js';
import { openJsonl, readTextFile, writeFileWhole, type OpenJsonl } from '../../io/index.js';

/** Where a run stands: `step` steps of a stage are done. Every draw is named by the run's seed and this. */
export interface RunPosition {
  readonly stage: string;
  readonly step: number;
}

/** A run cannot go on, and the message says what to do. */
export class RunError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RunError';
  }
}

/** Options of {@link openRunStore}. */
export interface RunStoreOptions {
  /** What makes the run the run it is, as plain JSON: kept as `config.json`, and another run is refused. */
  readonly config: object;
  /** Stages whose first checkpoint stays, whatever comes after: other runs may begin there. */
  readonly milestones?: readonly string[] | undefined;
}

/**
 * A run's directory: `config.json`, `metrics.jsonl`, `rollouts.jsonl`, `checkpoints/STAGE-STEP`, `checkpoints/best`, `latest.json`.
 *
 * A checkpoint is complete or not there: it is written under its own name first, then `latest.json` points to it, with how many
 * records and samples there were. Records past it are dropped when the run is opened again, for they will be made again.
 */
export interface RunStore {
  readonly directory: string;
  /** Where the last checkpoint was taken; undefined in a run without one. */
  readonly position: RunPosition | undefined;
  /** What was measured up to now, in order. */
  readonly records: readonly MetricRecord[];
  /** On the disk when it returns. */
  log(record: MetricRecord): void;
  /** Keeps rollouts for reading. */
  keep(...samples: readonly RolloutSample[]): void;
  path(...names: readonly string[]): string;
  checkpointPath(position: RunPosition): string;
  /** Writes a checkpoint; those before it go, but for milestones and the best. */
  saveCheckpoint(learner: Learner, position: RunPosition): Promise<void>;
  /** Writes `checkpoints/best`. */
  saveBest(learner: Learner): Promise<void>;
  /** A second call does nothing. */
  close(): void;
}

/** What `latest.json` holds. */
interface Latest extends RunPosition {
  readonly records: number;
  readonly samples: number;
}

/**
 * Opens a run's directory, a new one or one to go on with.
 *
 * @throws RunError if the directory holds a run of another configuration; DatasetError for files that cannot be read.
 */
export function openRunStore(directory: string, { config, milestones = [] }: RunStoreOptions): RunStore {
  checkArgument(directory, 'directory', 'a string');
  checkArgument(config, 'options.config', 'an object');
  const path = (...names: readonly string[]) => join(directory, ...names);
  const text = `${JSON.stringify(JSON.parse(stringifyJson(config, 'options.config')), null, 2)}\n`;
  const found = readTextFile(path('config.json'));
  if (found !== undefined && found !== text)
    throw new RunError(`${directory}: holds a run of another configuration; name another directory or start afresh`);
  let latest = readLatest(path('latest.json'));
  const metrics = openFirst(path('metrics.jsonl'), latest?.records ?? 0);
  const samples = openFirst(path('rollouts.jsonl'), latest?.samples ?? 0);
  if (found === undefined) writeFileWhole(path('config.json'), text);
  const records = metrics.lines.map(({ value }) => value as MetricRecord);
  let sampleCount = samples.lines.length;
  const nameOf = ({ stage, step }: RunPosition) => `${stage}-${step}`;
  const checkpointPath = (position: RunPosition) => path('checkpoints', nameOf(position));
  return {
    directory,
    get position() {
      return latest && { stage: latest.stage, step: latest.step };
    },
    records,
    log(record) {
      const text = stringifyJson(record, 'record');
      metrics.append(text);
      // As it will be read again: what is not finite is null.
      records.push(JSON.parse(text) as MetricRecord);
    },
    keep(...kept) {
      if (kept.length === 0) return;
      samples.append(...kept.map((sample) => stringifyJson(sample, 'sample', typedArraysAsLists)));
      sampleCount += kept.length;
    },
    path,
    checkpointPath,
    async saveCheckpoint(learner, { stage, step }) {
      await learner.saveCheckpoint(checkpointPath({ stage, step }));
      latest = { stage, step, records: records.length, samples: sampleCount };
      writeFileWhole(path('latest.json'), `${JSON.stringify(latest)}\n`);
      const kept = [nameOf(latest), 'best', ...milestones.map((name) => nameOf({ stage: name, step: 0 }))];
      for (const name of readdirSync(path('checkpoints')))
        if (!kept.includes(name)) rmSync(path('checkpoints', name), { recursive: true, force: true });
    },
    async saveBest(learner) {
      await learner.saveCheckpoint(path('checkpoints', 'best'));
    },
    close() {
      metrics.close();
      samples.close();
    },
  };
}

/** Removes a run. */
export function removeRun(directory: string): void {
  checkArgument(directory, 'directory', 'a string');
  rmSync(directory, { recursive: true, force: true });
}

/** Opens a file of lines, of which the first `count` stay. */
function openFirst(path: string, count: number): OpenJsonl {
  let index = 0;
  return openJsonl(path, () => index++ < count);
}

function readLatest(path: string): Latest | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readTextFile(path)!) as Latest;
  } catch (cause) {
    throw new DatasetError(`${path}: not JSON`, { cause });
  }
}
