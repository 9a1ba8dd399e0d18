import type { JsonValue } from '../../json.js';

/** A JSON number that JavaScript and Python write differently, with Python's text: `3.0`, `1e-05`, integers beyond 2^53. */
export class WrittenNumber extends Number {
  readonly #text: string;

  /** @param text - As Python writes it. */
  constructor(value: number, text: string) {
    super(value);
    this.#text = text;
  }

  override toString(): string {
    return this.#text;
  }
}

/** @returns A float as Python writes it. */
export function floatText(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e16 || (size < 1e-4 && size > 0))
    return value.toExponential().replace(/e([-+])(\d)$/, (_, sign: string, digit: string) => `e${sign}0${digit}`);
  if (!Number.isInteger(value)) return String(value);
  return Object.is(value, -0) ? '-0.0' : `${value}.0`;
}

/** @returns The number of a text; a `WrittenNumber` where JavaScript and Python write it differently. */
export function numberOf(text: string): number | WrittenNumber {
  const value = Number(text);
  if (!Number.isFinite(value)) return value;
  if (/[.eE]/.test(text)) {
    const written = floatText(value);
    return written === String(value) ? value : new WrittenNumber(value, written);
  }
  const isExact = Number.isSafeInteger(value) || !/^-?[1-9]\d*$/.test(text);
  return isExact ? value : new WrittenNumber(value, text);
}

/** Strings of JSON, which are skipped, and numbers. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const MAY_HOLD_SOME = /\d(?:\.\d|[eE])|\d{16}/;

/** Marks a number while JSON is parsed; Unicode keeps this code point for programs' own use. */
const MARK = '\uFDD0';

/** `JSON.parse` that keeps the texts of numbers (`WrittenNumber`). @throws SyntaxError for anything but JSON. */
export function parseWritten(text: string): JsonValue {
  const parsed = JSON.parse(text) as JsonValue;
  if (!MAY_HOLD_SOME.test(text) || /\uFDD0|\\ufdd0/i.test(text)) return parsed;
  const marked = text.replace(TOKEN, (token) =>
    typeof numberOf(token) === 'number' ? token : JSON.stringify(MARK + token),
  );
  return JSON.parse(marked, (_, value: JsonValue) =>
    typeof value === 'string' && value.startsWith(MARK) ? numberOf(value.slice(MARK.length)) : value,
  ) as JsonValue;
}

/** @returns The value as compact JSON, its numbers as they were written. */
export function stringifyWritten(value: JsonValue): string {
  if (value instanceof WrittenNumber) return value.toString();
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => stringifyWritten(item)).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${stringifyWritten(item)}`).join()}}`;
}

/** @returns Whether it is an object of JSON. */
export function isJsonObject(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber);
}

/** @returns The value with plain numbers; the same object where it has no `WrittenNumber`. */
export function plainValue<T extends JsonValue>(value: T): T {
  return changed(value, (item) => (item instanceof WrittenNumber ? Number(item) : item)) as T;
}

/** A call's arguments, and their JSON text where it has a `WrittenNumber`. */
interface CallArguments<T = { readonly [key: string]: JsonValue }> {
  readonly arguments: T;
  readonly argumentsText?: string;
}

/** @returns Plain arguments and their text, so that the texts of numbers survive a copy and a file. */
export function callArguments(written: { readonly [key: string]: JsonValue }): CallArguments {
  const plain = plainValue(written);
  return plain === written ? { arguments: plain } : { arguments: plain, argumentsText: stringifyWritten(written) };
}

/** @returns The arguments with the number texts that `argumentsText` has; a number that was changed since keeps its value. */
export function writtenArguments<T extends JsonValue>({ arguments: args, argumentsText }: CallArguments<T>): T {
  if (argumentsText === undefined) return args;
  let written: JsonValue;
  try {
    written = parseWritten(argumentsText);
  } catch {
    return args;
  }
  return withTexts(args, written) as T;
}

function withTexts(value: JsonValue, written: JsonValue | undefined): JsonValue {
  if (written instanceof WrittenNumber) return value === Number(written) ? written : value;
  if (typeof written !== 'object' || written === null) return value;
  const texts = written as { readonly [key: string]: JsonValue };
  return membersMapped(value, (item, key) => withTexts(item, Object.hasOwn(texts, key) ? texts[key] : undefined));
}

function changed(value: JsonValue, change: (item: JsonValue) => JsonValue): JsonValue {
  return change(membersMapped(value, (item) => changed(item, change)));
}

/** @returns A list or object with its members mapped; the value itself where no member changes. */
function membersMapped(value: JsonValue, map: (item: JsonValue, key: string) => JsonValue): JsonValue {
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) return value;
  const before = Object.entries(value as { readonly [key: string]: JsonValue });
  const after = before.map(([key, item]) => [key, map(item, key)] as const);
  if (after.every(([, item], index) => item === before[index]![1])) return value;
  return isList ? after.map(([, item]) => item) : Object.fromEntries(after);
}

/** A decimal of at most so many digits survives a round trip through a double. */
const EXACT_DIGITS = 15;

/** @returns The digits of a number that was read from JSON; undefined where reading it may have lost some. */
export function exactNumberText(value: number): string | undefined {
  const digits = value.toExponential().replace(/e.*|\D/g, '').length;
  const isExact = Number.isInteger(value) ? Number.isSafeInteger(value) : digits <= EXACT_DIGITS;
  return isExact ? String(value) : undefined;
}
