import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { RECIPES } from '../../../../../../src/recipe/index.js';

const file = new URL('../../../../../../src/report/internal/page/parts/settings.script.html', import.meta.url);
const script = /<script>([\s\S]*)<\/script>/.exec(readFileSync(file, 'utf8'))![1]!;
const { yamlText } = runInNewContext(`${script}; ({ yamlText })`) as { readonly yamlText: (value: object) => string };
const plain = (value: object): unknown => JSON.parse(JSON.stringify(value));

describe('a recipe on the page', () => {
  it('is what a person would write', () => {
    expect(
      yamlText(plain(RECIPES.release) as object)
        .split('\n')
        .slice(0, 9),
    ).toEqual([
      'name: "rStar2-Agent-14B, the release"',
      'stages:',
      '  - name: rl',
      '    kind: rl',
      '    promptsPerStep: 128',
      '    groupSize: 16',
      '    oversampling: 2',
      '    selection: { strategy: release, minimumNegatives: 2, minimumPositives: 2 }',
      '    sampling: { maxTokens: 8192, maxTurns: 5, temperature: 1 }',
    ]);
    expect(yamlText(plain(RECIPES.release) as object)).toContain('learningRate: 1e-6');
  });

  it.each(Object.entries(RECIPES))('is YAML that reads as the recipe: %s', (_, recipe) => {
    expect(parse(yamlText(plain(recipe) as object))).toEqual(plain(recipe));
  });

  it('quotes what YAML would read as something else', () => {
    const odd = { a: 'yes', b: '1', c: 'x: y', d: '', e: '# no', list: [{ name: 'true', kinds: [] }], f: null };
    expect(parse(yamlText(odd))).toEqual(odd);
  });
});
