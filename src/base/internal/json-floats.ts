/** Where an object or an array of JSON has a whole number that was written as Python writes a float: `3.0`, `1e5`. */
const FLOATS = new WeakMap<object, Set<string>>();

/** A whole number in this place was written with a point or an exponent. */
export function noteFloat(holder: object, key: string): void {
  const keys = FLOATS.get(holder) ?? new Set();
  FLOATS.set(holder, keys.add(key));
}

/** @returns Whether the number in this place was written so. */
export function isNotedFloat(holder: object, key: string): boolean {
  return FLOATS.get(holder)?.has(key) ?? false;
}

/** A copy has the numbers in the same places. */
export function keepFloats<T extends object>(from: object, to: T): T {
  const keys = FLOATS.get(from);
  if (keys !== undefined) FLOATS.set(to, new Set(keys));
  return to;
}

/** Texts of JSON, which are passed over, and numbers. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const IS_FLOAT = /^-?\d+(?:\.\d*|[eE])/;

/** Marks around a float while JSON text passes through the renderer; Unicode keeps these code points for programs' own use. */
const MARK = '\uFDD0\uFDD4';
const MARKED = /"(?:\uFDD0\uFDD4|\\ufdd0\\ufdd4)([-+.\de]*)(?:\uFDD0\uFDD4|\\ufdd0\\ufdd4)"/gi;

/** `JSON.parse` that records which whole numbers were written as floats. */
export function parseNoting(text: string): unknown {
  const parsed = JSON.parse(text) as unknown;
  if (typeof parsed !== 'object' || text.includes(MARK) || !/\d(?:\.0|[eE])/.test(text)) return parsed;
  const marked = text.replace(TOKEN, (token) =>
    IS_FLOAT.test(token) && Number.isInteger(Number(token)) ? JSON.stringify(MARK + token + MARK) : token,
  );
  return JSON.parse(marked, function (this: object, key: string, value: unknown) {
    if (typeof value !== 'string' || !value.startsWith(MARK)) return value;
    noteFloat(this, key);
    return Number(value.slice(MARK.length, -MARK.length));
  } as (this: unknown, key: string, value: unknown) => unknown);
}

/** A whole number as Python writes it where it is a float; `unmarkFloats` makes text of JSON with some whole. */
export class PythonFloat extends Number {
  override toString(): string {
    const text = String(this.valueOf());
    return /[.e]/.test(text) ? text : `${text}.0`;
  }

  toJSON(): string {
    return MARK + this.toString() + MARK;
  }
}

/** @returns A text in which JSON with such numbers stands, as it is to be read. */
export function unmarkFloats(text: string): string {
  return text.replace(MARKED, '$1');
}

/** @returns A member's value as JSON, a whole number as it was written. */
export function stringifyMember(holder: object, key: string): string {
  const value: unknown = (holder as { readonly [key: string]: unknown })[key];
  return isNotedFloat(holder, key) ? new PythonFloat(value).toString() : stringifyNoting(value);
}

/** `JSON.stringify` that writes them as they were. */
export function stringifyNoting(value: unknown): string {
  return unmarkFloats(
    JSON.stringify(value, function (this: object, key: string, item: unknown) {
      return isNotedFloat(this, key) ? new PythonFloat(item).toJSON() : item;
    }),
  );
}
