/** What the errors made here are about, as values: nobody has to read it out of a message. */
const subjects = new WeakMap<Error, { readonly path: string; readonly problem: string }>();

type ArgumentError = TypeError | RangeError;
type ArgumentErrorType = new (message: string, options?: ErrorOptions) => ArgumentError;

/**
 * Makes the error for an argument that is wrong.
 *
 * @param path - Where it stands in what the caller passed: `options.keep`.
 * @param problem - What was expected and what came.
 */
export function argumentError(
  ErrorType: ArgumentErrorType,
  path: string,
  problem: string,
  options?: ErrorOptions,
): ArgumentError {
  const error = new ErrorType(`${path}: ${problem}`, options);
  subjects.set(error, { path, problem });
  return error;
}

/**
 * Runs `work` and renames the arguments that it refuses, for a caller who passed them under another name. Other errors, a
 * user's own among them, pass unchanged.
 *
 * @param rename - The path as the caller knows it.
 */
export function renamingArguments<T>(rename: (path: string) => string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const subject = error instanceof Error ? subjects.get(error) : undefined;
    if (subject === undefined) throw error;
    const path = rename(subject.path);
    if (path === subject.path) throw error;
    throw argumentError(error instanceof TypeError ? TypeError : RangeError, path, subject.problem, { cause: error });
  }
}

/**
 * Runs `work` and names the options that it refuses by `path`: `options.epsilon` becomes `options.advantage.epsilon` under
 * `options.advantage`.
 */
export function underPath<T>(path: string, work: () => T): T {
  return renamingArguments((name) => withPrefix(name, 'options', path), work);
}

/** @returns The path with its first name replaced; the path as it is where it begins with another name. */
export function withPrefix(path: string, prefix: string, replacement: string): string {
  const rest = path.slice(prefix.length);
  return path.startsWith(prefix) && (rest === '' || '.[('.includes(rest[0]!)) ? replacement + rest : path;
}
