import * as z from 'zod/v4/core';
import { argumentError } from './check-arguments.js';
import { DatasetError } from '../../errors.js';

/**
 * Checks an options object at the door.
 *
 * @param name - How the caller knows the value; it starts every message (`options.keep: expected …, got 40`).
 * @returns The value with the schema's defaults filled in.
 * @throws TypeError for a value of the wrong type; RangeError for one outside its range. The message names the path,
 *   what was expected and what came.
 */
export function parseOptions<S extends z.$ZodType>(schema: S, value: unknown, name = 'options'): z.output<S> {
  const checked = checkValue(schema, value);
  if (checked.kind === 'valid') return checked.value;
  throw argumentError(checked.isWrongType ? TypeError : RangeError, [name, ...checked.path].join('.'), checked.message);
}

/** A value with its schema's defaults filled in, or the first thing that is wrong with it. */
export type Checked<T> =
  | { readonly kind: 'valid'; readonly value: T }
  | {
      readonly kind: 'invalid';
      readonly path: readonly string[];
      /** What was expected and what came. */
      readonly message: string;
      readonly isWrongType: boolean;
    };

/** Like `parseOptions`, for records from files and servers: returns the problem instead of throwing it. */
export function checkValue<S extends z.$ZodType>(schema: S, value: unknown): Checked<z.output<S>> {
  const parsed = z.safeParse(schema, value, { reportInput: true });
  if (parsed.success) return { kind: 'valid', value: parsed.data };
  const { path, expected, got, isWrongType } = findingOf(telling(parsed.error.issues));
  return { kind: 'invalid', path: path.map(String), message: `${expected}${got}`, isWrongType };
}

/** @returns The first issue. For a missing key: an unknown key of the same object instead, which may be the missing one misspelt. */
function telling(issues: readonly Issue[]): Issue {
  const [first] = issues as readonly [Issue];
  if (first.input !== undefined) return first;
  const parent = first.path.slice(0, -1).join('.');
  return issues.find(({ code, path }) => code === 'unrecognized_keys' && path.join('.') === parent) ?? first;
}

/** The parts of an error message about a value. */
interface Finding {
  readonly path: readonly PropertyKey[];
  /** `expected at least 1`, or `unknown option "x"`. */
  readonly expected: string;
  /** `, got 0`. */
  readonly got: string;
  readonly isWrongType: boolean;
}

type Issue = z.$ZodIssue;

function findingOf(issue: Issue): Finding {
  const { path } = issue;
  const got = 'input' in issue ? `, got ${show(issue.input)}` : '';
  const wrongValue = (expected: string): Finding => ({ path, expected, got, isWrongType: false });
  switch (issue.code) {
    case 'invalid_type':
      // NaN, infinities and fractions are numbers: a wrong value, not a wrong type.
      if (typeof issue.input === 'number' && issue.expected === 'number') return wrongValue('expected a finite number');
      if (typeof issue.input === 'number' && issue.expected === 'int') return wrongValue('expected an integer');
      return {
        path,
        expected: `expected ${issue.expected === 'nonoptional' ? 'a value' : issue.expected}`,
        got,
        isWrongType: true,
      };
    case 'unrecognized_keys':
      return { path, expected: `unknown option ${issue.keys.map(show).join(', ')}`, got: '', isWrongType: true };
    case 'too_small':
      return wrongValue(`expected ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${unit(issue.origin)}`);
    case 'too_big':
      return wrongValue(`expected ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}${unit(issue.origin)}`);
    case 'not_multiple_of':
      return wrongValue(`expected a multiple of ${issue.divisor}`);
    case 'invalid_value':
      return wrongValue(`expected ${oneOf(issue.values)}`);
    case 'invalid_union':
      return 'discriminator' in issue ? unknownKind(issue) : inUnion(issue, got);
    default:
      // Messages of our own checks say what was expected; zod's default messages are replaced.
      return wrongValue(issue.message.startsWith('Invalid ') ? 'expected another value' : issue.message);
  }
}

/**
 * Reports the alternative of a union that failed deepest inside the value. Where all failed at the top, reports what
 * they expected together (`expected string or number`).
 */
function inUnion(issue: Issue & { readonly code: 'invalid_union' }, got: string): Finding {
  const findings = issue.errors.flatMap((issues) => issues.slice(0, 1).map(findingOf));
  const depth = Math.max(0, ...findings.map(({ path }) => path.length));
  const deepest = findings.find(({ path }) => path.length === depth);
  if (deepest === undefined) return { path: issue.path, expected: 'expected another value', got, isWrongType: false };
  const path = [...issue.path, ...deepest.path];
  if (depth > 0) return { ...deepest, path };
  const expectations = new Set(findings.map(({ expected }) => expected.replace(/^expected /, '')));
  const isWrongType = findings.every((finding) => finding.isWrongType);
  return { path, expected: `expected ${[...expectations].join(' or ')}`, got, isWrongType };
}

/** A tagged union with an unknown tag. */
function unknownKind(issue: Issue & { readonly code: 'invalid_union' }): Finding {
  const { discriminator, options } = issue as {
    readonly discriminator?: string;
    readonly options?: readonly unknown[];
  };
  const tag = (issue.input as Record<string, unknown>)[discriminator ?? ''];
  return {
    path: issue.path,
    expected: `expected ${oneOf(options ?? [])}`,
    got: `, got ${show(tag)}`,
    isWrongType: false,
  };
}

function oneOf(values: readonly unknown[]): string {
  const shown = values.map(show).join(', ');
  return values.length === 1 ? shown : `one of ${shown}`;
}

function unit(origin: string): string {
  return origin === 'string' ? ' characters' : '';
}

/** @returns A value as error messages show it. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/**
 * Checks a record of a file or a server against a schema.
 *
 * @param where - The record's place, such as `metrics.jsonl:12`.
 * @throws DatasetError (`metrics.jsonl:12: stage: expected string, got undefined`).
 */
export function parseRecord<S extends z.$ZodType>(schema: S, value: unknown, where: string): z.output<S> {
  const checked = checkValue(schema, value);
  if (checked.kind === 'valid') return checked.value;
  const message = `${where}: ${checked.path.join('.') || 'record'}: ${checked.message}`;
  throw new DatasetError(message, { cause: new TypeError(checked.message) });
}
