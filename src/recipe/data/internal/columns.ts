import type { JsonValue } from '../../../base/index.js';
import type { DataRow } from './row.js';

/** @returns The name of the column that was asked for, or is the first that is there, and what it holds. A dot goes into a structure. */
export function findColumn(
  row: DataRow['value'],
  asked: string | undefined,
  known: readonly string[],
): readonly [string, JsonValue | undefined] {
  const names = asked === undefined ? known : [asked];
  const name = names.find((each) => valueAt(row, each) !== undefined) ?? names.join(' or ');
  return [name, valueAt(row, name)];
}

/** @returns What a column holds; undefined where it is not there. */
export function valueAt(row: DataRow['value'], path: string): JsonValue | undefined {
  if (Object.hasOwn(row, path)) return row[path];
  return path
    .split('.')
    .reduce<JsonValue | undefined>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as { readonly [key: string]: JsonValue })[key]
          : undefined,
      row,
    );
}

/** @returns What a value is, for a message that says what was expected in its place. */
export function kindOfValue(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return value.trim() === '' ? 'a blank text' : 'a text';
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
}
