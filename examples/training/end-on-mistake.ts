import { DatasetError, LearnerError, ModelFileError, PolicyError, SandboxError } from 'rstar2-agent';
import { RunError } from 'rstar2-agent/recipe';

const FAILURES = [DatasetError, LearnerError, ModelFileError, PolicyError, RunError, SandboxError];

/**
 * Runs a program and prints its errors. A failure outside it (a missing file, a full disk, a server) is one line, with exit code 1; a
 * mistake in its flags or its recipe is one line, with exit code 2. A bug in the program is shown with its stack.
 *
 * @param isMistake - Whether an error of another class is a mistake in the flags.
 */
export async function endOnMistake(
  program: () => Promise<void>,
  isMistake: (error: Error) => boolean = () => false,
): Promise<void> {
  try {
    await program();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isOfRecipe = error instanceof RangeError || error instanceof TypeError;
    const isUsage = isMistake(error) || (isOfRecipe && /^(recipe|options)[.:]/.test(error.message));
    if (!isUsage && !isFailure(error)) throw error;
    console.error(error.message);
    process.exitCode = isUsage ? 2 : 1;
  }
}

/** Errors of the file system have the name of the system call. */
function isFailure(error: Error): boolean {
  const isOfFiles = 'syscall' in error || (error.cause instanceof Error && 'syscall' in error.cause);
  return isOfFiles || FAILURES.some((type) => error instanceof type);
}
