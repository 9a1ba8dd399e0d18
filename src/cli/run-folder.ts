import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { DatasetError, type TemplateTool } from '../base/index.js';
import { checkValue } from '../base/internal/index.js';
import type { RunContents } from '../recipe/internal/index.js';
import { UsageError } from './command.js';
import type { Flags } from './flags.js';
import { checkFolder } from './paths.js';

/** The result of a run: a model, and how it was prompted in training. */
export interface RunFolder {
  /** The model before training: a folder or an id of the hub. */
  readonly model: string;
  /** The folder of the trained adapter, or in `weights` of all trained weights. */
  readonly adapter: string | undefined;
  readonly weights: string | undefined;
  /** The folder of the tokenizer and the chat template, if the run saved them apart from the model. */
  readonly tokenizer: string | undefined;
  /** The run's system message, if it had one. */
  readonly system: string | undefined;
  /** Why the run could not save the tokenizer. */
  readonly tokenizerProblem: string | undefined;
  /** The tools in training; undefined if the run does not say. */
  readonly tools: readonly TemplateTool[] | undefined;
}

const configSchema = z.looseObject({ model: z.unknown().optional(), system: z.string().nullish() });

/**
 * @returns The run that `--run` names: with the adapter that it ended with, else with its latest checkpoint; undefined
 *   without the flag.
 * @throws Error for a folder that is not a run, or a run without a checkpoint; UsageError for a run that does not name its model, and for
 *   `--model` with a run that trained all weights.
 */
export async function readRunFolder(flags: Flags): Promise<RunFolder | undefined> {
  const folder = flags.text('run');
  if (folder === undefined) return undefined;
  const { config, checkpoint, ...environment } = await contentsOf(folder);
  const checked = checkValue(configSchema, config);
  if (checked.kind === 'invalid')
    throw new Error(`--run: ${join(folder, 'config.json')}: ${checked.path.join('.')}: ${checked.message}`);
  const { model: named, system } = checked.value;
  const given = flags.text('model');
  const ran = { system: system ?? undefined, adapter: undefined, weights: undefined, ...environment };
  const model = given ?? (typeof named === 'string' ? named : undefined);
  // A run that started from random weights may have saved its model as a folder, tokenizer included.
  const made = join(folder, 'model');
  if (model === undefined && existsSync(made)) return { ...ran, tokenizer: undefined, model: made };
  const finished = join(folder, 'adapter');
  const trained = isAdapter(finished) ? finished : checkpoint;
  if (trained === undefined) throw new Error(`--run: ${folder}: expected a run with a checkpoint, found no checkpoint`);
  if (!existsSync(trained))
    throw new Error(
      `--run: ${folder}: expected a checkpoint in a folder, got ${trained}, which is on the training engine`,
    );
  if (!isAdapter(trained) && given !== undefined)
    throw new UsageError(`--model: cannot be used with --run ${folder}: that run trained all weights of its model`);
  if (!isAdapter(trained)) return { ...ran, model: model ?? trained, weights: trained };
  if (model !== undefined) return { ...ran, model, adapter: trained };
  throw new UsageError(`--model: expected the base model of the adapter in ${folder}: a folder, or an id of the hub`);
}

/**
 * @returns Where the tokenizer and the chat template of the run that `--run` names are: a folder, or an id of the hub; undefined without
 *   the flag.
 * @throws Error for a folder that is not a run; UsageError for a run that saved neither them nor its model's name.
 */
export async function tokenizerOfRun(flags: Flags): Promise<string | undefined> {
  const folder = flags.text('run');
  if (folder === undefined) return undefined;
  if (flags.text('model') !== undefined) throw new UsageError('--model: cannot be used with --run');
  const { config, tokenizer, tokenizerProblem } = await contentsOf(folder);
  const made = join(folder, 'model');
  if (tokenizer !== undefined) return tokenizer;
  if (typeof config['model'] === 'string') return config['model'];
  if (existsSync(made)) return made;
  const why = tokenizerProblem === undefined ? '' : ` (${tokenizerProblem})`;
  throw new UsageError(`--run: ${folder} has no tokenizer${why}; name the run's model with --model`);
}

async function contentsOf(folder: string): Promise<RunContents> {
  checkFolder('run', folder);
  const { readRun, RunError } = await import('../recipe/index.js');
  try {
    return readRun(folder);
  } catch (error) {
    if (error instanceof RunError || error instanceof DatasetError)
      throw new Error(`--run: ${error.message}`, { cause: error });
    throw error;
  }
}

function isAdapter(folder: string): boolean {
  return existsSync(join(folder, 'adapter_config.json'));
}
