import type { JsonValue } from '../../../base/index.js';

/** Stands for bytes that are to be a text and are none. */
export const NOT_TEXT = Symbol('not UTF-8');

/** A value that is no text, although its column says so. */
export class NotTextError extends Error {}

/**
 * @returns A value of a Parquet file as JSON has it: a whole number that a double does not hold as its digits, a date in
 *   ISO's form, bytes in base64.
 * @throws NotTextError for one that holds `NOT_TEXT`.
 */
export function plainValue(value: unknown): JsonValue {
  if (value === NOT_TEXT) throw new NotTextError('not UTF-8');
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return btoa(String.fromCharCode(...value));
  if (Array.isArray(value)) return value.map(plainValue);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, plainValue);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainValue(each)]));
}
