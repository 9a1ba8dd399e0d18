import { DatasetError, LearnerError, ModelFileError, PolicyError, SandboxError } from 'rstar2-agent';
import { RunError } from 'rstar2-agent/recipe';

const FAILURES = [DatasetError, LearnerError, ModelFileError, PolicyError, RunError, SandboxError];

/**
 * Runs a program. What fails outside it (a file that is missing, a folder that is read-only, a full disk, a server) ends it with a line
 * and exit code 1; a mistake in its flags or its recipe, with a line and exit code 2. A bug in the program keeps its stack.
 *
 * @param isMistake - What else is a mistake in the flags.
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

/** What the file system says names its call. */
function isFailure(error: Error): boolean {
  const isOfFiles = 'syscall' in error || (error.cause instanceof Error && 'syscall' in error.cause);
  return isOfFiles || FAILURES.some((type) => error instanceof type);
}
