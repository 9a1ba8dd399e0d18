import { checkItems } from '../../internal/check-items.js';
import type { EvaluationRule, Recipe, RlStage, SftStage } from '../../stages/recipe.js';
import type { RecipeSizes } from '../../stages/recipe-sizes.js';
import type { TrainingProblem } from '../../steps/roll-out.js';
import type { DataSource, DataSourceProgress, RunEvent, RunOptions } from '../run-options.js';

/** What a stage or an evaluation takes its items from. */
interface Sources<T> {
  readonly [name: string]: DataSource<T>;
}

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
  const prompts = new Set(heldOut.map(({ prompt }) => JSON.stringify(prompt)));
  return Object.fromEntries(
    Object.entries(sources).map(([name, source]) => {
      const own = new Set(typeof source === 'function' ? [] : source.map(({ prompt }) => JSON.stringify(prompt)));
      return [name, [...prompts].filter((prompt) => own.has(prompt)).length];
    }),
  );
}

function lengthsOf(sources: Sources<unknown>): { readonly [name: string]: number } {
  return Object.fromEntries(
    Object.entries(sources).flatMap(([name, items]) => (typeof items === 'function' ? [] : [[name, items.length]])),
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

/** @returns Which of the run's demonstrations a stage learns from. */
export function demonstrationsOf({ demonstrations = 'demonstrations' }: Pick<SftStage, 'demonstrations'>): string {
  return demonstrations;
}

/** @returns Which of the run's problems a stage has. */
export function problemsOf({ problems = 'train' }: Pick<RlStage, 'problems'>): string {
  return problems;
}

/** @returns Which of the run's problems are held out. */
export function heldOutOf({ problems = 'test' }: Pick<EvaluationRule, 'problems'>): string {
  return problems;
}
