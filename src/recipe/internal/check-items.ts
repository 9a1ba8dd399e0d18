/** @throws TypeError for what is no list; RangeError for one without items, or with two problems of one id. */
export function checkItems(where: string, items: readonly unknown[]): void {
  if (!Array.isArray(items)) throw new TypeError(`${where}: expected an array, got ${typeof items}`);
  if (items.length === 0) throw new RangeError(`${where}: expected at least one, got none`);
  const seen = new Set<string>();
  for (const { id } of items as readonly { readonly id?: string }[]) {
    if (id === undefined) continue;
    if (seen.has(id)) throw new RangeError(`${where}: expected each id once, got ${id} twice`);
    seen.add(id);
  }
}
