/** Every choice of k of the items. */
export function* subsets<T>(items: readonly T[], k: number): Generator<readonly T[]> {
  if (k === 0) yield [];
  else
    for (let i = 0; i + k <= items.length; i++)
      for (const rest of subsets(items.slice(i + 1), k - 1)) yield [items[i]!, ...rest];
}

/** The mean of a value over every choice of k of the items. */
export function meanOverSubsets<T>(items: readonly T[], k: number, value: (chosen: readonly T[]) => number): number {
  const values = Array.from(subsets(items, k), value);
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}
