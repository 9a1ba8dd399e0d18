/** The path and the problem of each error made here, so that no code has to parse a message. */
const subjects = new WeakMap<Error, { readonly path: string; readonly problem: Problem }>();

/** What was expected and what came. A function where the text names other arguments: `at` gives their paths as the caller knows them. */
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
