import { DatasetError, ModelFileError } from 'rstar2-agent';
import { RunError } from 'rstar2-agent/recipe';

const MISTAKES = [DatasetError, ModelFileError, RunError];

/**
 * Runs a program. A mistake of its user's (a file, a recipe, a run's folder) ends it with exit code 2 and a line that says what is
 * wrong; what is the program's own goes on as it is.
 *
 * @param isMistake - What else is the user's.
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
    const isTheirs =
      MISTAKES.some((type) => error instanceof type) || (isOfRecipe && /^(recipe|options)[.:]/.test(error.message));
    if (!isTheirs && !isMistake(error)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
