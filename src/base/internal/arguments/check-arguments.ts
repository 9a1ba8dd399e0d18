/** The type an argument must have, or the types of its fields. `an array` is any object with a length. */
export type Shape =
  | 'an object'
  | 'an array'
  | 'an iterable'
  | 'a string'
  | 'a number'
  | 'a function'
  | 'a Map'
  | 'a Uint8Array'
  | { readonly [field: string]: Shape };

/** The fields of packed tokens. */
export const LAYOUT = { offsets: 'an array', responseMask: 'an array' } as const;

/**
 * Checks an argument that no schema reads, so that a caller without types gets an error with the argument's name.
 *
 * @throws TypeError (`input.offsets: expected an array, got undefined`).
 */
export function checkArgument(value: unknown, name: string, shape: Shape): void {
  const kind = typeof shape === 'string' ? shape : 'an object';
  if (!fits(value, kind)) throw argumentError(TypeError, name, `expected ${kind}, got ${kindOf(value)}`);
  if (typeof shape === 'string') return;
  for (const field of Object.keys(shape))
    checkArgument((value as { readonly [field: string]: unknown })[field], `${name}.${field}`, shape[field]!);
}

/**
 * Checks the length of an array.
 *
 * @param what - What `length` counts, for the message.
 * @throws TypeError for anything but an array; RangeError (`tokens: expected length 4 (rows of logits), got 3`).
 */
export function checkLength(values: ArrayLike<unknown>, name: string, length: number, what: string): void {
  checkArgument(values, name, 'an array');
  if (values.length !== length)
    throw argumentError(RangeError, name, `expected length ${length} (${what}), got ${values.length}`);
}

function fits(value: unknown, shape: Exclude<Shape, object>): boolean {
  switch (shape) {
    case 'a Map':
      return value instanceof Map;
    case 'a Uint8Array':
      return value instanceof Uint8Array;
    case 'an iterable':
      return typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value);
    case 'an array': {
      const length = typeof value === 'object' && (value as { readonly length?: unknown } | null)?.length;
      return Number.isInteger(length) && (length as number) >= 0;
    }
    default:
      return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}` === shape && value !== null;
  }
}

/** @returns The kind of a value, for error messages: `an array`, `a string`, `a Map`. */
export function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'a string';
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  const name = (value as { readonly constructor?: { readonly name?: unknown } }).constructor?.name;
  return typeof name === 'string' && name !== '' && name !== 'Object'
    ? `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`
    : 'an object';
}

/**
 * Checks that numbers are finite, so that no NaN spreads through a result unnoticed.
 *
 * @param mask - Numbers where it is 0 are not checked. Default: all are checked.
 * @throws RangeError (`values[3]: expected a finite number, got NaN`).
 */
export function checkFinite(values: ArrayLike<number>, name: string, mask?: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++)
    if (mask?.[i] !== 0 && !Number.isFinite(values[i]))
      throw argumentError(RangeError, `${name}[${i}]`, `expected a finite number, got ${values[i]}`);
}

/**
 * Checks that a mask holds only 0 and 1. A mask of booleans would count every token, because `false !== 0`.
 *
 * @throws TypeError for an element that is not a number; RangeError for any other number.
 */
export function checkMask(mask: ArrayLike<number>, path: string): void {
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0 || mask[i] === 1) continue;
    const ErrorType = typeof mask[i] === 'number' ? RangeError : TypeError;
    throw argumentError(ErrorType, `${path}[${i}]`, `expected 0 or 1, got ${String(mask[i])}`);
  }
}

/** @throws TypeError for anything but an array of rollouts, such as a promise that was not awaited; array-likes pass. */
export function checkRollouts(rollouts: unknown): void {
  checkArgument(rollouts, 'rollouts', 'an array');
}

/** The path and the problem of each error made here, so that no code has to parse a message. */
const subjects = new WeakMap<Error, { readonly path: string; readonly problem: Problem }>();

/** The text of an argument error without its path. A function if it names other arguments: `at` gives their paths under the caller's names. */
type Problem = string | ((at: (path: string) => string) => string);

type ArgumentError = TypeError | RangeError;
type ArgumentErrorType = new (message: string, options?: ErrorOptions) => ArgumentError;

/**
 * Makes the error for an argument that is wrong.
 *
 * @param path - Where it stands in what the caller passed: `options.keep`.
 */
export function argumentError(
  ErrorType: ArgumentErrorType,
  path: string,
  problem: Problem,
  options?: ErrorOptions,
): ArgumentError {
  const text = typeof problem === 'string' ? problem : problem((name) => name);
  const error = new ErrorType(`${path}: ${text}`, options);
  subjects.set(error, { path, problem });
  return error;
}

/**
 * Runs `work` and renames the arguments in its errors, for a caller who passed them under another name. Other errors, such as
 * those of a user's callback, pass unchanged.
 *
 * @param rename - The path as the caller knows it.
 */
export function renamingArguments<T>(rename: (path: string) => string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw renamedArgument(error, rename);
  }
}

/** @returns The error with its argument renamed; the error itself where `argumentError` did not make it, or no name changes. */
export function renamedArgument(error: unknown, rename: (path: string) => string): unknown {
  const subject = error instanceof Error ? subjects.get(error) : undefined;
  if (subject === undefined) return error;
  const { path, problem } = subject;
  const renamed: Problem = typeof problem === 'string' ? problem : (at) => problem((name) => at(rename(name)));
  if (rename(path) === path && renamed === problem) return error;
  return argumentError(error instanceof TypeError ? TypeError : RangeError, rename(path), renamed, { cause: error });
}

/**
 * Runs `work` and replaces the `options` prefix in its argument errors by `path`: `options.epsilon` becomes
 * `options.advantage.epsilon` under `options.advantage`.
 */
export function underPath<T>(path: string, work: () => T): T {
  return renamingArguments((name) => withPrefix(name, 'options', path), work);
}

/** @returns The path with its first name replaced; the path as it is where it begins with another name. */
function withPrefix(path: string, prefix: string, replacement: string): string {
  const rest = path.slice(prefix.length);
  return path.startsWith(prefix) && (rest === '' || '.[('.includes(rest[0]!)) ? replacement + rest : path;
}
