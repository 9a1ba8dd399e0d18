import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRecipe, RECIPES, type Recipe, recipeJsonSchema } from '../../../../src/recipe/index.js';
import { NAMED_OBJECTIVES } from '../../../../src/recipe/stages/internal/named-objectives.js';
import { objectiveOf } from '../../../../src/recipe/stages/stage-rules.js';
import { rl, sft } from './stage-fixtures.js';

const recipe = (...stages: readonly object[]) => ({ name: 'test', stages });

describe('a recipe', () => {
  it.each(Object.entries(RECIPES))('of those that come along is one: %s', (_, known) => {
    expect(parseRecipe(JSON.parse(JSON.stringify(known)))).toEqual(known);
  });

  it("has the paper's numbers", () => {
    const paper: Recipe = RECIPES.paper;
    expect(paper.stages.map(({ name }) => name)).toEqual(['sft', 'rl-8k', 'rl-12k', 'rl-hard']);
    expect(paper.stages[3]).toMatchObject({
      promptsPerStep: 512,
      groupSize: 16,
      sampling: { maxTokens: 12_288, maxTurns: 15 },
      filter: { samples: 8 },
      until: { steps: 125 },
    });
  });

  it.each(Object.keys(NAMED_OBJECTIVES) as (keyof typeof NAMED_OBJECTIVES)[])(
    'may call an objective by its name: %s',
    (objective) => {
      const [stage] = parseRecipe(recipe({ ...rl, objective })).stages;
      expect(objectiveOf(stage as Parameters<typeof objectiveOf>[0])).toHaveProperty('loss.kind');
    },
  );

  it.each([
    [undefined, TypeError, 'recipe: expected object, got undefined'],
    [recipe(), RangeError, 'recipe.stages: expected at least 1'],
    [recipe({ ...sft, kind: 'dpo' }), RangeError, 'recipe.stages.0.kind: expected one of "sft", "rl", got "dpo"'],
    [recipe({ ...sft, stepz: 3 }), TypeError, 'recipe.stages.0: unknown option "stepz"'],
    [
      recipe(sft, { ...rl, until: { steps: -1 } }),
      RangeError,
      'recipe.stages.1.until.steps: expected at least 0, got -1',
    ],
    [recipe(sft, sft), RangeError, 'recipe.stages.1.name: expected a unique name, got sft twice'],
    [recipe({ ...sft, epochs: 2 }), RangeError, 'recipe.stages.0: expected one of steps and epochs'],
    [recipe({ ...rl, name: '../rl' }), RangeError, 'recipe.stages.0.name: expected letters'],
    [recipe({ ...rl, name: 'Eval' }), RangeError, 'recipe.stages.0.name: expected another name'],
    [recipe(sft, { ...rl, name: 'SFT' }), RangeError, 'recipe.stages.1.name: expected a unique name, got SFT twice'],
    [
      recipe({ ...rl, until: { steps: 1, plateau: { evaluations: 2 } } }),
      RangeError,
      'recipe.stages.0.until.plateau: expected an evaluation',
    ],
    [recipe({ ...rl, order: 'easy-first' }), RangeError, 'recipe.stages.0.order: expected a filter as well'],
    [recipe({ ...rl, oversampling: 1.1 }), RangeError, 'recipe.stages.0.oversampling: expected a whole number'],
    [
      recipe({ ...rl, selection: { minimumNegatives: 3, minimumPositives: 2 } }),
      RangeError,
      'recipe.stages.0.selection: expected minimums that sum to at most groupSize (4)',
    ],
    [
      recipe({ ...rl, selection: { strategy: 'uniform', minimumPositives: 1 } }),
      RangeError,
      'recipe.stages.0.selection.minimumPositives: expected 0',
    ],
    [
      recipe({ ...rl, selection: { advantage: { estimator: 'none' } } }),
      RangeError,
      'recipe.stages.0.selection.advantage.estimator: expected one of',
    ],
    [
      recipe({ ...rl, sampling: { maxTokens: 8, turnTimeoutMs: 0 } }),
      RangeError,
      'recipe.stages.0.sampling.turnTimeoutMs: expected more than 0, got 0',
    ],
    [
      recipe({ ...rl, sampling: { maxTokens: { from: 9, to: 8, overSteps: 2 } } }),
      RangeError,
      'recipe.stages.0.sampling.maxTokens: expected from at most to (8)',
    ],
    [
      recipe({
        ...sft,
        optimizer: { learningRate: 1, schedule: { kind: 'cosine', warmupSteps: 1, warmupShare: 0.1 } },
      }),
      RangeError,
      'recipe.stages.0.optimizer.schedule: expected warmupSteps or warmupShare, got both',
    ],
    [
      recipe({ ...rl, objective: { loss: { kind: 'clip', clipLow: -1 } } }),
      RangeError,
      'recipe.stages.0.objective.loss.clipLow',
    ],
  ] as const)('says where it is wrong: %j', (wrong, error, message) => {
    expect(() => parseRecipe(wrong)).toThrow(error);
    expect(() => parseRecipe(wrong)).toThrow(message);
  });
});

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
