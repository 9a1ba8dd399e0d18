import { describe, expect, it } from 'vitest';
import {
  parseRecipe,
  RECIPES,
  recipeWarnings,
  type Recipe,
  type RlStage,
  type SftStage,
} from '../../../../src/recipe/index.js';
import type { RecipeSizes } from '../../../../src/recipe/stages/recipe-warnings.js';

const SFT: SftStage = { kind: 'sft', name: 'sft', steps: 20, batchSize: 8, optimizer: { learningRate: 5e-4 } };
const RL: RlStage = {
  kind: 'rl',
  name: 'rl',
  promptsPerStep: 4,
  groupSize: 4,
  sampling: { maxTokens: 160 },
  optimizer: { learningRate: 1e-4 },
  until: { steps: 40 },
};
const EVALUATION = { everySteps: 8, samples: 1 };

const rl = (over: Partial<RlStage>, rest: Partial<Recipe> = {}): Recipe => ({
  ...{ name: 'odd', stages: [{ ...RL, ...over }], evaluation: EVALUATION },
  ...rest,
});
const sft = (over: Partial<SftStage>): Recipe => ({ name: 'odd', stages: [{ ...SFT, ...over }, RL] });
const schedule = (over: object) => ({
  optimizer: { learningRate: 1e-4, schedule: { kind: 'constant', ...over } as const },
});
const clip = { kind: 'clip' } as const;

describe('recipeWarnings', () => {
  it('has nothing to say of the recipes that come along', () => {
    for (const recipe of Object.values(RECIPES)) expect(recipeWarnings(recipe)).toEqual([]);
    expect(
      recipeWarnings(rl({ start: { reference: 'stage' }, objective: { loss: clip, kl: { coefficient: 0.1 } } })),
    ).toEqual([]);
    expect(recipeWarnings(rl({ objective: { loss: { kind: 'cispo', clipHigh: 5 } } }))).toEqual([]);
  });

  it.each<[string, Recipe, string, RecipeSizes?]>([
    ['sampling.temperature', rl({ sampling: { maxTokens: 9, temperature: 0 } }), 'a temperature of 0 draws the same'],
    [
      'sampling.temperature',
      rl({ sampling: { maxTokens: 9, temperature: 0.01 } }),
      '0.01 draws nearly the same rollout',
    ],
    ['sampling.temperature', rl({ sampling: { maxTokens: 9, temperature: 7 } }), '7 draws noise'],
    ['sampling.maxTokens', rl({ sampling: { maxTokens: 7 } }), 'no answer fits into 7 tokens'],
    ['sampling.maxTokens.from', rl({ sampling: { maxTokens: { from: 2, to: 100, overSteps: 9 } } }), 'into 2 tokens'],
    ['sampling.turnTimeoutMs', rl({ sampling: { maxTokens: 9, turnTimeoutMs: 60 } }), 'a turn in 60 ms'],
    ['overProvision', rl({ overProvision: 9 }), '9 rollouts of a group are cut off, and 8 are kept'],
    [
      'until.solvedGroups.above',
      rl({ until: { steps: 4, solvedGroups: { above: 0 } } }),
      'as soon as one group is solved',
    ],
    ['sampling.topP', rl({ sampling: { maxTokens: 9, topP: 0.01 } }), 'leaves hardly a token'],
    [
      'sampling.maxTurns',
      rl({ tools: ['python'], sampling: { maxTokens: 9, maxTurns: 1 } }),
      'no tool response is ever read',
    ],
    [
      'sampling.maxTokens.overSteps',
      rl({ sampling: { maxTokens: { from: 10, to: 100, overSteps: 99 } } }),
      'it ends at 46 tokens',
    ],
    ['until.steps', rl({ until: { steps: 0 } }), 'a stage of 0 steps trains nothing'],
    [
      'until.solvedGroups.steps',
      rl({ until: { steps: 4, solvedGroups: { above: 0.7, steps: 5 } } }),
      'never ends the stage',
    ],
    [
      'until.plateau.evaluations',
      rl({ until: { steps: 40, plateau: { evaluations: 5 } } }),
      'the stage has 5 before its end',
    ],
    ['until.plateau.gain', rl({ until: { steps: 40, plateau: { evaluations: 2, gain: 1 } } }), 'cannot rise by 1'],
    ['miniBatches', rl({ miniBatches: 17 }), '17 mini-batches of 16 rollouts'],
    ['selection.strategy', rl({ oversampling: 1, selection: { strategy: 'paper' } }), 'nothing to select'],
    ['objective.loss.clipHigh', rl({ objective: { loss: { ...clip, clipHigh: 28 } } }), '28 clips next to nothing'],
    [
      'objective.loss.clipLow',
      rl({ objective: { loss: { kind: 'cispo', clipLow: 1.2 } } }),
      '1.2 clips next to nothing',
    ],
    ['objective.loss.clipLow', rl({ objective: { loss: { kind: 'gspo', clipLow: 2 } } }), 'usual is 3e-4'],
    ['objective.kl.coefficient', rl({ objective: { loss: clip, kl: { coefficient: 0 } } }), 'weight 0'],
    [
      'objective.kl.coefficient',
      rl({ objective: { loss: clip, kl: { coefficient: 100 } } }),
      '100 outweighs every reward',
    ],
    ['objective.kl.coefficient', rl({ objective: { loss: clip, kl: { coefficient: -1 } } }), 'rewards being far'],
    ['objective.entropy.coefficient', rl({ objective: { loss: clip, entropy: { coefficient: 5 } } }), '5 outweighs'],
    ['start.reference', rl({ start: { reference: 'stage' } }), 'no KL term'],
    ['start.optimizer', rl({ start: { optimizer: 'keep' } }), 'no optimizer to keep'],
    ['filter', rl({ filter: { samples: 1, drop: 'solved-or-unsolved' } }), 'every problem is left out'],
    ['filter.among', rl({ filter: { samples: 4, among: 90 } }), 'there are 50 problems', { problems: { train: 50 } }],
    ['promptsPerStep', rl({}), 'there are 3 problems', { problems: { train: 3 } }],
    ['promptsPerStep', rl({ filter: { samples: 4, among: 3 } }), 'there are 3 problems'],
    [
      'optimizer.schedule.warmupSteps',
      rl({ ...schedule({ warmupSteps: 81 }), miniBatches: 2 }),
      'and the stage has 80',
    ],
    ['optimizer.schedule.warmupShare', rl(schedule({ warmupShare: 1 })), 'the whole stage is warm-up'],
    ['optimizer.schedule.finalShare', rl(schedule({ finalShare: 0.1 })), 'a constant schedule does not use'],
    ['optimizer.learningRate', rl({ optimizer: { learningRate: 1 } }), '1 is far above'],
    ['optimizer.learningRate', rl({ optimizer: { learningRate: 1e-12 } }), 'at 1e-12 no weight moves'],
    ['optimizer.epsilon', rl({ optimizer: { learningRate: 1e-4, epsilon: 1 } }), '1 is far above the root'],
    [
      'optimizer.schedule.finalShare',
      rl({ optimizer: { learningRate: 1e-4, schedule: { kind: 'cosine', finalShare: 1 } } }),
      'never falls',
    ],
    ['optimizer.weightDecay', rl({ optimizer: { learningRate: 1e-4, weightDecay: 10 } }), '10 is far above'],
    ['steps', sft({ steps: 0 }), 'trains nothing'],
    ['epochs', sft({ steps: undefined, epochs: 1000 }), '1000 passes'],
    ['batchSize', sft({ batchSize: 8 }), 'there are 5', { demonstrations: { demonstrations: 5 } }],
    [
      'optimizer.schedule.warmupSteps',
      sft({ steps: undefined, epochs: 2, ...schedule({ warmupSteps: 20 }) }),
      'and the stage has 4',
      { demonstrations: { demonstrations: 16 } },
    ],
    ['start.reference', sft({ start: { reference: 'initial' } }), 'SFT has no KL term'],
  ])('says by its path that %s cannot be meant', (path, recipe, message, sizes) => {
    const warnings = recipeWarnings(parseRecipe(recipe), sizes);
    expect(warnings).toEqual([
      { path: `recipe.stages.0.${path}`, message: expect.stringContaining(message) as string },
    ]);
  });

  it.each<[string, Recipe, string]>([
    ['evaluation.problems', rl({ problems: 'test' }), 'stage rl trains on test'],
    [
      'evaluation.samples',
      rl({}, { evaluation: { ...EVALUATION, samples: 4, sampling: { maxTokens: 9, temperature: 0 } } }),
      'all 4 samples of a problem are the same',
    ],
    [
      'evaluation.sampling.maxTokens',
      rl({}, { evaluation: { ...EVALUATION, sampling: { maxTokens: 3 } } }),
      'no answer fits into 3 tokens',
    ],
    [
      'evaluation.sampling.temperature',
      rl({}, { evaluation: { ...EVALUATION, sampling: { maxTokens: 9, temperature: 9 } } }),
      '9 draws noise',
    ],
    ['collapse.steps', rl({}, { collapse: { steps: 40 } }), 'it is never raised'],
    ['collapse.below', rl({}, { collapse: { below: 1 } }), 'every dip'],
  ])('says so of recipe.%s', (path, recipe, message) => {
    const warnings = recipeWarnings(parseRecipe(recipe));
    expect(warnings).toEqual([{ path: `recipe.${path}`, message: expect.stringContaining(message) as string }]);
  });

  it('says so of held-out problems that a stage trains on under another name', () => {
    const warnings = recipeWarnings(parseRecipe(rl({})), { alsoHeldOut: { train: 12, test: 20 } });
    expect(warnings).toEqual([
      {
        path: 'recipe.evaluation.problems',
        message: expect.stringContaining('trains on train, which has 12 of the problems of test too') as string,
      },
    ]);
    expect(recipeWarnings(parseRecipe(rl({})), { alsoHeldOut: { train: 0, test: 20 } })).toEqual([]);
  });
});
