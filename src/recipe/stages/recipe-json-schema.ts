import * as z from 'zod';
import { recipeSchema } from './parse-recipe.js';

/**
 * The JSON schema of a recipe (draft 2020-12), for editors. The package has it as `rstar2-agent/recipe.schema.json`:
 * `# yaml-language-server: $schema=node_modules/rstar2-agent/dist/recipe.schema.json` on a recipe's first line.
 *
 * @example
 * writeFileSync('recipe.schema.json', JSON.stringify(recipeJsonSchema()));
 */
export function recipeJsonSchema(): { readonly [key: string]: unknown } {
  return z.toJSONSchema(recipeSchema, { io: 'input', unrepresentable: 'any' });
}
