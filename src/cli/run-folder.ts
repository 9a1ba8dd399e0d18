import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checkValue, parseJson } from '../base/internal/index.js';
import { readTextFile } from '../io/index.js';
import { UsageError } from './command.js';
import type { Flags } from './flags.js';

/** What a run of the trainer left: a model, as it was trained and talked to. */
export interface RunFolder {
  /** The model that the run began with: a folder or an id of the hub. */
  readonly model: string;
  /** What was trained of it, adapter or all weights: a folder. */
  readonly adapter: string | undefined;
  readonly weights: string | undefined;
  /** The system message, where the run had one of its own. */
  readonly system: string | undefined;
}

/** What the model of a run calls the Python tool: `examples/finetune` names it so. */
export const TOOL_OF_RUNS = 'python';

const configSchema = z.object({ model: z.string(), system: z.string().nullish() });
const latestSchema = z.object({ stage: z.string(), step: z.int() });

/**
 * @returns The run that `--run` names: with the adapter that it ended with, else with its latest checkpoint; undefined
 *   without the flag.
 * @throws UsageError for a folder that holds no run of a model, or none that has come to a checkpoint.
 */
export function readRun(flags: Flags): RunFolder | undefined {
  const folder = flags.text('run');
  if (folder === undefined) return undefined;
  const { model, system } = readMember(configSchema, join(folder, 'config.json'));
  const finished = join(folder, 'adapter');
  const trained = existsSync(join(finished, 'adapter_config.json')) ? finished : latestCheckpoint(folder);
  const isAdapter = existsSync(join(trained, 'adapter_config.json'));
  return {
    model: flags.text('model') ?? model,
    system: system ?? undefined,
    adapter: isAdapter ? trained : undefined,
    weights: isAdapter ? undefined : trained,
  };
}

function latestCheckpoint(folder: string): string {
  const { stage, step } = readMember(latestSchema, join(folder, 'latest.json'));
  return join(folder, 'checkpoints', `${stage}-${step}`);
}

function readMember<Schema extends z.ZodType>(schema: Schema, path: string): z.output<Schema> {
  const text = readTextFile(path);
  if (text === undefined) throw new UsageError(`--run: expected a run with ${path}, found none`);
  const checked = checkValue(schema, parseJson(text)?.value);
  if (checked.kind === 'valid') return checked.value;
  throw new UsageError(`--run: ${path}: ${checked.path.join('.') || 'the file'}: ${checked.message}`);
}
