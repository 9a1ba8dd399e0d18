import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { DatasetError } from '../../../../src/base/index.js';
import { readRecipe, RECIPES } from '../../../../src/recipe/index.js';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'read-recipe-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('a recipe in a file', () => {
  it('reads alike in JSON and in YAML', async () => {
    expect(await readRecipe(fileOf('a.json', JSON.stringify(RECIPES.paper)))).toEqual(RECIPES.paper);
    expect(await readRecipe(fileOf('a.yaml', stringify(RECIPES.paper)))).toEqual(RECIPES.paper);
  });

  it.each([
    ['typo.yaml', stringify(RECIPES.demo).replace('promptsPerStep', 'promptPerStep'), /typo\.yaml: recipe\.stages\.1/],
    ['broken.yaml', 'stages:\n  - {', /broken\.yaml: expected YAML: .* line 2/s],
    ['broken.json', '{', /broken\.json: expected JSON: /],
    ['empty.yml', '', /empty\.yml: recipe: expected object, got null/],
  ])('says what is wrong with %s, and where', async (name, text, message) => {
    const read = readRecipe(fileOf(name, text));
    await expect(read).rejects.toThrow(DatasetError);
    await expect(read).rejects.toThrow(message);
  });

  it('must be there', async () => {
    await expect(readRecipe(join(folder, 'none.yaml'))).rejects.toThrow(/none\.yaml: there is no such file/);
  });
});
