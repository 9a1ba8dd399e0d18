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

  it('says of every member what it is for; an objective written out is described as a whole', () => {
    const silent: string[] = [];
    const visit = (schema: unknown, path: string): void => {
      const { properties = {}, ...rest } = schema as { properties?: { [name: string]: { description?: string } } };
      for (const [name, member] of Object.entries(properties)) {
        if (member.description === undefined) silent.push(`${path}.${name}`);
        if (name !== 'objective') visit(member, `${path}.${name}`);
      }
      for (const inner of Object.values(rest))
        for (const one of Array.isArray(inner) ? inner : [inner])
          if (typeof one === 'object' && one !== null) visit(one, path);
    };
    visit(recipeJsonSchema(), 'recipe');
    expect(silent).toEqual([]);
  });
});
