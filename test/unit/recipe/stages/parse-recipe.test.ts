import { describe, expect, it } from 'vitest';
import { parseRecipe, RECIPES, type Recipe } from '../../../../src/recipe/index.js';
import { OBJECTIVE_NAMES } from '../../../../src/recipe/stages/recipe.js';
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

  it.each(OBJECTIVE_NAMES)('may call an objective by its name: %s', (objective) => {
    const [stage] = parseRecipe(recipe({ ...rl, objective })).stages;
    expect(objectiveOf(stage as Parameters<typeof objectiveOf>[0])).toHaveProperty('loss.kind');
  });

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
    [recipe(sft, sft), RangeError, 'recipe.stages.1.name: expected another name, sft comes twice'],
    [recipe({ ...sft, epochs: 2 }), RangeError, 'recipe.stages.0: expected one of steps and epochs'],
    [recipe({ ...rl, name: '../rl' }), RangeError, 'recipe.stages.0.name: expected letters'],
    [recipe({ ...rl, name: 'Eval' }), RangeError, 'recipe.stages.0.name: expected another name'],
    [recipe(sft, { ...rl, name: 'SFT' }), RangeError, 'recipe.stages.1.name: expected another name, SFT comes twice'],
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
