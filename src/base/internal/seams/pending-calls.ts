/**
 * Makes calls in the order of `items`, with at most `limit` of them pending. After one has failed no more are made.
 *
 * @returns The results, in the order of `items`.
 * @throws What the first of the failed calls, in that order, rejects with; none is pending any more then.
 */
export async function callInOrder<Item, Result>(
  items: readonly Item[],
  limit: number,
  call: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Promise<Result>[] = [];
  const pending = new Set<Promise<unknown>>();
  let hasFailed = false;
  for (const item of items) {
    while (pending.size >= limit) await Promise.race(pending);
    if (hasFailed) break;
    const result = call(item);
    results.push(result);
    const settled: Promise<unknown> = result.catch(() => (hasFailed = true)).finally(() => pending.delete(settled));
    pending.add(settled);
  }
  await Promise.all(pending);
  return Promise.all(results);
}
