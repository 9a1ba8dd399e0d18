import { argumentError, show } from '../../base/internal/index.js';
import type { AnswerSearch, VerifyMathOptions } from '../options.js';
import { DEFAULT_SEARCH, type Search } from './extract/find-answer.js';
import type { Conditions } from './judge/context.js';

/** The options of one verification, complete. */
export interface Grading extends Omit<Conditions, 'budget'> {
  readonly missingBraces: boolean;
  readonly search: Search;
  readonly groundTruthSearch: Search;
}

const DEFAULT_GRADING: Grading = {
  strict: true,
  floatRounding: 6,
  allowSetRelation: true,
  convertUnits: true,
  barePercent: false,
  requireEvaluated: false,
  log: 'ten',
  missingBraces: true,
  search: DEFAULT_SEARCH,
  groundTruthSearch: DEFAULT_SEARCH,
};

/*
 * Every verification reads its options. They are so few that checks by hand, in the words that a schema would use, cost a
 * tenth of a schema's time, and leave the schemas out of a bundle of this room.
 */

/** @throws TypeError or RangeError for a value that an option may not have. */
type Check = (value: unknown, path: string) => void;
type Checks = { readonly [name: string]: Check };

const isBoolean: Check = (value, path) => {
  if (typeof value !== 'boolean') fail(path, 'boolean', value);
};

function isOneOf(...names: readonly string[]): Check {
  const expected = `one of ${names.map(show).join(', ')}`;
  return (value, path) => {
    if (!names.includes(value as string)) fail(path, expected, value, RangeError);
  };
}

const isRounding: Check = (value, path) => {
  if (typeof value !== 'number') return fail(path, 'number', value);
  if (!Number.isInteger(value))
    fail(path, Number.isFinite(value) ? 'an integer' : 'a finite number', value, RangeError);
  if (value < 0) fail(path, 'at least 0', value, RangeError);
  if (value > 100) fail(path, 'at most 100', value, RangeError);
};

const areLetters: Check = (value, path) => {
  if (!Array.isArray(value)) return fail(path, 'array', value);
  if (value.length > 100) fail(path, 'at most 100', value, RangeError);
  for (const [k, letter] of (value as readonly unknown[]).entries()) {
    if (typeof letter !== 'string') fail(`${path}.${k}`, 'string', letter);
    else if (letter.length > 100) fail(`${path}.${k}`, 'at most 100 characters', letter, RangeError);
  }
};

function fail(
  path: string,
  expected: string,
  got: unknown,
  kind: typeof TypeError | typeof RangeError = TypeError,
): never {
  throw argumentError(kind, path, `expected ${expected}, got ${show(got)}`);
}

const SEARCH: Checks & Record<keyof AnswerSearch, Check> = {
  boxes: isOneOf('first', 'with-statements', 'after-statements', 'ignored'),
  formulas: isBoolean,
  plain: isBoolean,
  letters: areLetters,
  anchored: isBoolean,
  undeclared: isBoolean,
  singleLine: isBoolean,
};
const isSearch: Check = (value, path) => check(value, SEARCH, path);
const OPTIONS: Checks & Record<keyof VerifyMathOptions, Check> = {
  strict: isBoolean,
  floatRounding: isRounding,
  allowSetRelation: isBoolean,
  convertUnits: isBoolean,
  barePercent: isBoolean,
  requireEvaluated: isBoolean,
  log: isOneOf('ten', 'natural'),
  missingBraces: isBoolean,
  search: isSearch,
  groundTruthSearch: isSearch,
};

function check(value: unknown, checks: Checks, path: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(path, 'object', value);
  const given = value as { readonly [name: string]: unknown };
  let unknown: string[] | undefined;
  for (const name in given) {
    if (!Object.hasOwn(checks, name)) (unknown ??= []).push(show(name));
    else if (given[name] !== undefined) checks[name]!(given[name], `${path}.${name}`);
  }
  if (unknown !== undefined) throw argumentError(TypeError, path, `unknown option ${unknown.join(', ')}`);
}

/** @throws TypeError or RangeError for an invalid option. */
export function readOptions(options: VerifyMathOptions | undefined): Grading {
  if (options === undefined) return DEFAULT_GRADING;
  check(options, OPTIONS, 'options');
  const { search = {}, groundTruthSearch = {}, ...others } = options;
  return {
    ...completed(DEFAULT_GRADING, others),
    search: completed(DEFAULT_SEARCH, search),
    groundTruthSearch: completed(DEFAULT_SEARCH, groundTruthSearch),
  };
}

/** @returns The given options, completed by the defaults. */
function completed<T extends object>(defaults: T, given: { readonly [K in keyof T]?: T[K] | undefined }): T {
  const whole = { ...defaults };
  for (const name in given) if (given[name] !== undefined) whole[name] = given[name];
  return whole;
}
