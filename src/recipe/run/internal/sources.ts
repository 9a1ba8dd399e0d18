import type { DataSource } from '../run-options.js';

/** @returns The items of a source that `checkNames` has seen to be there. */
export async function itemsOf<T>(
  sources: { readonly [name: string]: DataSource<T> } | undefined,
  name: string,
): Promise<readonly T[]> {
  const source = sources![name]!;
  return typeof source === 'function' ? source() : source;
}
