import { floatText, pythonStrip } from '../../../base/internal/index.js';

/**
 * How the reference's language reads text: its float literals, its digits. The compatibility mode has to
 * agree with it on every character, and JavaScript's own `trim` and `Number` differ in the corners.
 */

const FLOAT = /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/iu;
const SPECIAL = /^([+-]?)(inf(?:inity)?|nan)$/iu;

/** @returns The text without any of the given characters at both ends. */
export function stripCharacters(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text[start]!)) start++;
  while (end > start && characters.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** @returns The number a text spells, underscores and any script's digits included; undefined when it spells none. */
export function parseFloatText(text: string): number | undefined {
  const plain = asciiDigits(pythonStrip(text));
  if (FLOAT.test(plain)) return Number(plain.replaceAll('_', ''));
  const special = SPECIAL.exec(plain);
  if (special === null) return undefined;
  const value = special[2]!.toLowerCase() === 'nan' ? NaN : Infinity;
  return special[1] === '-' ? -value : value;
}

/** @returns A float as the reference prints it: `5.0`, `1e+16`, `1e-05`. */
export function printFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return floatText(value);
}

/** @returns Whether two numbers are within a relative tolerance of each other; infinities only when equal. */
export function isClose(a: number, b: number, relative: number): boolean {
  if (a === b) return true;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  return Math.abs(a - b) <= relative * Math.max(Math.abs(a), Math.abs(b));
}

/** @returns The integer nearest a float, printed with every digit the float stands for. */
export function printInteger(value: number): string {
  return BigInt(Math.round(value)).toString();
}

function asciiDigits(text: string): string {
  return /[^\x20-\x7e]/.test(text) ? text.replace(/\p{Nd}/gu, digitValue) : text;
}

/** Unicode keeps the decimal digits of a script in a row of ten, and rows that touch are whole. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0)!;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start--;
  return String((code - start) % 10);
}
