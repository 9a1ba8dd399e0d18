import { checkItems } from '../../internal/check-items.js';
import type { EvaluationRule, RlStage, SftStage } from '../../stages/recipe.js';
import type { DataSource } from '../run-options.js';

/** What a stage or an evaluation takes its items from. */
interface Sources<T> {
  readonly [name: string]: DataSource<T>;
}

/**
 * @param option - Of the run, for messages: `problems` or `demonstrations`.
 * @returns The items of a source that `checkNames` has seen to be there.
 * @throws RangeError for a source without items, or with two problems of one id.
 */
export async function itemsOf<T>(option: string, sources: Sources<T> | undefined, name: string): Promise<readonly T[]> {
  const source = sources![name]!;
  const items = typeof source === 'function' ? await source() : source;
  checkItems(`options.${option}.${name}`, items);
  return items;
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
