import { DatasetError } from '../../base/index.js';
import { checkArgument } from '../../base/internal/index.js';
import { importPeer, readTextFile } from '../../io/index.js';
import { parseRecipe } from './parse-recipe.js';
import type { Recipe } from './recipe.js';

/**
 * Reads a recipe from a file: `.json`, `.yaml` or `.yml` (which needs the optional peer `yaml`).
 *
 * @throws DatasetError that names the file, and the line with a syntax error or the path in the recipe with an invalid value.
 *
 * @example
 * const recipe = await readRecipe('recipe.yaml');
 */
export async function readRecipe(path: string): Promise<Recipe> {
  checkArgument(path, 'path', 'a string');
  const text = read(path);
  if (text === undefined) throw new DatasetError(`${path}: there is no such file`);
  const value = await parse(path, text);
  try {
    return parseRecipe(value);
  } catch (cause) {
    if (!(cause instanceof TypeError || cause instanceof RangeError)) throw cause;
    throw new DatasetError(`${path}: ${cause.message}`, { cause });
  }
}

function read(path: string): string | undefined {
  try {
    return readTextFile(path);
  } catch (cause) {
    throw new DatasetError(`${path}: cannot be read: ${(cause as Error).message}`, { cause });
  }
}

async function parse(path: string, text: string): Promise<unknown> {
  const isYaml = /\.ya?ml$/i.test(path);
  const yaml = isYaml ? await importPeer('Recipes in YAML', 'yaml', () => import('yaml')) : undefined;
  try {
    return yaml === undefined ? JSON.parse(text.replace(/^\uFEFF/, '')) : yaml.parse(text, { merge: true });
  } catch (cause) {
    throw new DatasetError(`${path}: expected ${isYaml ? 'YAML' : 'JSON'}: ${(cause as Error).message}`, { cause });
  }
}
