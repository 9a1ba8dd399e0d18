import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { DatasetError } from '../base/index.js';
import { checkValue } from '../base/internal/index.js';
import type { TemplateTool } from '../base/index.js';
import type { RunContents } from '../recipe/index.js';
import { UsageError } from './command.js';
import type { Flags } from './flags.js';

/** What a run left: a model, as it was trained and talked to. */
export interface RunFolder {
  /** The model that the run began with: a folder or an id of the hub. */
  readonly model: string;
  /** What was trained of it, adapter or all weights: a folder. */
  readonly adapter: string | undefined;
  readonly weights: string | undefined;
  /** The folder of the tokenizer and the chat template, where the run kept them apart from the model. */
  readonly tokenizer: string | undefined;
  /** The system message, where the run had one of its own. */
  readonly system: string | undefined;
  /** Why the run could not keep them. */
  readonly tokenizerProblem: string | undefined;
  /** The tools that it was trained with; undefined where it does not say. */
  readonly tools: readonly TemplateTool[] | undefined;
}

const configSchema = z.looseObject({ model: z.unknown().optional(), system: z.string().nullish() });

/**
 * @returns The run that `--run` names: with the adapter that it ended with, else with its latest checkpoint; undefined
 *   without the flag.
 * @throws UsageError for a folder that holds no run, one that has not come to a checkpoint, or one whose model lies elsewhere.
 */
export async function readRunFolder(flags: Flags): Promise<RunFolder | undefined> {
  const folder = flags.text('run');
  if (folder === undefined) return undefined;
  const { config, checkpoint, ...environment } = await contentsOf(folder);
  const checked = checkValue(configSchema, config);
  if (checked.kind === 'invalid')
    throw new UsageError(`--run: ${join(folder, 'config.json')}: ${checked.path.join('.')}: ${checked.message}`);
  const { model: named, system } = checked.value;
  const ran = { system: system ?? undefined, adapter: undefined, weights: undefined, ...environment };
  const model = flags.text('model') ?? (typeof named === 'string' ? named : undefined);
  // A run that made its model from nothing may leave it as a folder, tokenizer and all.
  const made = join(folder, 'model');
  if (model === undefined && existsSync(made)) return { ...ran, tokenizer: undefined, model: made };
  const finished = join(folder, 'adapter');
  const trained = isAdapter(finished) ? finished : checkpoint;
  if (trained === undefined) throw new UsageError(`--run: ${folder}: expected a run that has come to a checkpoint`);
  if (!existsSync(trained))
    throw new UsageError(`--run: ${folder}: expected a checkpoint in a folder, got ${trained}, which its engine keeps`);
  if (!isAdapter(trained)) return { ...ran, model: model ?? trained, weights: trained };
  if (model !== undefined) return { ...ran, model, adapter: trained };
  throw new UsageError(
    `--model: expected the model that the adapter of ${folder} belongs to: a folder, or an id of the hub`,
  );
}

async function contentsOf(folder: string): Promise<RunContents> {
  const { readRun, RunError } = await import('../recipe/index.js');
  try {
    return readRun(folder);
  } catch (error) {
    if (error instanceof RunError || error instanceof DatasetError) throw new UsageError(`--run: ${error.message}`);
    throw error;
  }
}

function isAdapter(folder: string): boolean {
  return existsSync(join(folder, 'adapter_config.json'));
}
