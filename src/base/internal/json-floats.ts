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

/** Whether a text of JSON may have such a number. */
const MAY_HAVE = /\d(?:\.0*(?!\d)|\.0+[^\d]|\.0+$|[eE])/;

/** `JSON.parse` that notes them. */
export function parseNoting(text: string): unknown {
  if (!MAY_HAVE.test(text)) return JSON.parse(text) as unknown;
  return JSON.parse(text, function (this: object, key: string, value: unknown, context?: { readonly source?: string }) {
    if (Number.isInteger(value) && /[.eE]/.test(context?.source ?? '')) noteFloat(this, key);
    return value;
  } as (this: unknown, key: string, value: unknown) => unknown);
}

/** A whole number as Python writes it where it is a float. */
export class PythonFloat extends Number {
  override toString(): string {
    const text = String(this.valueOf());
    return /[.e]/.test(text) ? text : `${text}.0`;
  }

  toJSON(): unknown {
    // An engine without it writes the number as a whole one.
    const { rawJSON } = JSON as { readonly rawJSON?: (text: string) => unknown };
    return rawJSON === undefined ? this.valueOf() : rawJSON(this.toString());
  }
}

/** `JSON.stringify` that writes them as they were. */
export function stringifyNoting(value: unknown): string {
  return JSON.stringify(value, function (this: object, key: string, item: unknown) {
    return isNotedFloat(this, key) ? new PythonFloat(item as number).toJSON() : item;
  });
}
