import * as z from 'zod';
import type { JsonValue } from '../../base/index.js';
import { checkArgument } from '../../base/internal/index.js';
import { existsSync, join, readJsonFile } from '../../io/index.js';
import { RunError } from '../run-error.js';
import { checkpointName, elsewhereSchema, latestSchema } from './internal/checkpoints.js';
import { readKeptEnvironment, type KeptEnvironment } from './internal/kept-environment.js';
import type { RunPosition } from './run-store.js';

/** The contents of a run's directory, which is not changed. */
export interface RunContents extends KeptEnvironment {
  /** The run's configuration: the seed, the recipe, and what the program added. */
  readonly config: { readonly [name: string]: JsonValue };
  /** Position of the last checkpoint; undefined before the first one. */
  readonly position: RunPosition | undefined;
  /** Locations for `loadCheckpoint`: of the position, and of the best evaluation. */
  readonly checkpoint: string | undefined;
  readonly best: string | undefined;
}

/**
 * Reads a run's directory, during or after the run.
 *
 * @throws RunError for a directory without a run; DatasetError for a damaged file in it.
 *
 * @example
 * const { config, checkpoint } = readRun('runs/demo');
 */
export function readRun(directory: string): RunContents {
  checkArgument(directory, 'directory', 'a string');
  const path = join(directory, 'config.json');
  const config = readJsonFile(z.record(z.string(), z.json()), path);
  if (config === undefined) throw new RunError(`${directory}: expected a run's directory, with a config.json`);
  const latest = readJsonFile(latestSchema, join(directory, 'latest.json'));
  const elsewhere = readJsonFile(elsewhereSchema, join(directory, 'checkpoints.json')) ?? {};
  const found = (name: string) => {
    const folder = join(directory, 'checkpoints', name);
    return elsewhere[name] ?? (existsSync(folder) ? folder : undefined);
  };
  return {
    config,
    position: latest && { stage: latest.stage, step: latest.step },
    checkpoint: latest && found(checkpointName(latest)),
    best: found('best'),
    ...readKeptEnvironment(directory),
  };
}
