import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recipeJsonSchema } from '../../../../src/recipe/index.js';

describe('the JSON schema of recipes', () => {
  it('is the file that the package has for editors', () => {
    const file = readFileSync(join(import.meta.dirname, '../../../../dist/recipe.schema.json'), 'utf8');
    expect(JSON.parse(file)).toEqual(recipeJsonSchema());
  });

  it('knows stages by their kind, and what each must have', () => {
    const { properties } = recipeJsonSchema() as {
      properties: { stages: { items: { oneOf?: object[]; anyOf?: object[] } } };
    };
    const kinds = (properties.stages.items.oneOf ?? properties.stages.items.anyOf) as {
      properties: { kind: { const: string } };
      required: string[];
    }[];
    expect(kinds.map((stage) => stage.properties.kind.const)).toEqual(['sft', 'rl']);
    expect(kinds[1]!.required).toContain('promptsPerStep');
  });
});
