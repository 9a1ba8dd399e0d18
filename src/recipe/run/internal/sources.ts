import * as z from 'zod';
import type { Recipe } from '../../stages/recipe.js';
import type { RecipeSizes } from '../../stages/recipe-warnings.js';
import { type TrainingProblem, checkItems } from '../../steps/roll-out.js';
import type { DataSource, DataSourceProgress, RunEvent, RunOptions } from '../run-options.js';
import { textHash } from '../../../io/index.js';
import { RunError } from '../../run-error.js';
import type { RunStore } from '../run-store.js';
import { heldOutOf } from '../../stages/stage-rules.js';

/** What a stage or an evaluation takes its items from. */
type Sources<T> = { readonly [name: string]: DataSource<T> };

/**
 * @param option - Of the run, for messages.
 * @param onProgress - Called with the progress of items that have to be made.
 * @returns The items of a source that `checkNames` has seen to be there.
 * @throws RangeError for a source without items, or with two problems of one id.
 */
export async function itemsOf<T>(
  option: 'problems' | 'demonstrations',
  sources: Sources<T> | undefined,
  name: string,
  onProgress: (progress: DataSourceProgress) => void = () => undefined,
): Promise<readonly T[]> {
  const source = sources![name]!;
  const items = typeof source === 'function' ? await source(onProgress) : source;
  checkItems(`options.${option}.${name}`, items);
  return items;
}

/** @returns How many items the run's sources have, as far as they are lists. */
export function sizesOf(
  { problems, demonstrations = {} }: Pick<RunOptions, 'problems' | 'demonstrations'>,
  { evaluation }: Pick<Recipe, 'evaluation'>,
): RecipeSizes {
  const heldOut = evaluation && problems[heldOutOf(evaluation)];
  return {
    problems: lengthsOf(problems),
    demonstrations: lengthsOf(demonstrations),
    ...(Array.isArray(heldOut) && { alsoHeldOut: sharedWith(heldOut as readonly TrainingProblem[], problems) }),
  };
}

/** @returns Of each list, how many of the held-out problems it has too. */
function sharedWith(heldOut: readonly TrainingProblem[], sources: Sources<TrainingProblem>) {
  const promptsOf = (problems: readonly TrainingProblem[]) =>
    new Set(problems.map(({ prompt }) => JSON.stringify(prompt)));
  const prompts = promptsOf(heldOut);
  return mapLists(sources, (problems) => [...promptsOf(problems)].filter((prompt) => prompts.has(prompt)).length);
}

function lengthsOf(sources: Sources<unknown>): { readonly [name: string]: number } {
  return mapLists(sources, ({ length }) => length);
}

function mapLists<T>(sources: Sources<T>, value: (items: readonly T[]) => number): { readonly [name: string]: number } {
  return Object.fromEntries(
    Object.entries(sources).flatMap(([name, items]) => (typeof items === 'function' ? [] : [[name, value(items)]])),
  );
}

/** @returns A progress callback that reports `preparing` events. */
export function preparing(
  stage: string,
  source: 'problems' | 'demonstrations',
  emit: (event: RunEvent) => void,
): (progress: DataSourceProgress) => void {
  return ({ completed, total }) => emit({ kind: 'preparing', stage, source, completed, total });
}

const hashesSchema = z.record(z.string(), z.string());

/**
 * The problems of a source, which stay the same for as long as the run's files are there: their hash stands in `problems.json`.
 *
 * @throws RunError where the run was begun with others; what `itemsOf` throws.
 */
export async function problemsNamed(
  name: string,
  { problems, store }: Pick<RunOptions, 'problems'> & { readonly store: Pick<RunStore, 'files'> },
  onProgress?: Parameters<typeof itemsOf>[3],
): Promise<readonly TrainingProblem[]> {
  const items = await itemsOf('problems', problems, name, onProgress);
  const { files } = store;
  const hashes = (await files.readJson(hashesSchema, 'problems.json')) ?? {};
  const hash = textHash(JSON.stringify(items.map(({ id, prompt, metadata }) => [id, prompt, metadata])));
  if (hashes[name] === undefined) await files.writeJson('problems.json', { ...hashes, [name]: hash });
  else if (hashes[name] !== hash)
    throw new RunError(
      `${files.name}: the run in it was started with other problems (options.problems.${name}); choose another directory, or remove the run`,
    );
  return items;
}
