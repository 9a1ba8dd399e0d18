import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MetricRecord } from '../../../../../src/base/index.js';
import { runRecipe, type Recipe, type RlStage, type RunOptions } from '../../../../../src/recipe/index.js';
import { characters, createFakeLearner, problemsNamed } from '../../fake-learner.js';

const optimizer = { learningRate: 0.01 };
const stage = {
  kind: 'rl',
  name: 'rl',
  promptsPerStep: 3,
  groupSize: 2,
  sampling: { maxTokens: 40 },
  optimizer,
  until: { steps: 7 },
} as const satisfies RlStage;

let folder: string;
let count = 0;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'stage-sampler-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const optionsOf = (): RunOptions => ({
  directory: join(folder, String(count++)),
  seed: 'seed',
  learner: () => createFakeLearner(),
  tokenizer: characters,
  problems: { train: problemsNamed('train', 11), test: problemsNamed('test', 4) },
  maxTokensPerPass: 1000,
});

const recipeOf = (over: Partial<RlStage>): Recipe => ({
  name: 'sampled',
  stages: [
    { ...stage, ...over },
    { ...stage, ...over, name: 'again', until: { steps: 2 } },
  ],
  evaluation: { everySteps: 3, samples: 2 },
  checkpointEverySteps: 3,
});

/** Records without what a clock measured. */
const timeless = (records: readonly MetricRecord[]) =>
  records.map((record) => Object.fromEntries(Object.entries(record).filter(([name]) => !/second/i.test(name))));

describe('a run that goes on', () => {
  it.each<[string, Partial<RlStage>]>([
    ['dynamic sampling', { dynamicSampling: {} }],
    [
      'dynamic sampling over a budget that grows',
      { dynamicSampling: {}, sampling: { maxTokens: { from: 30, to: 40, overSteps: 5 } } },
    ],
    ['asynchronous sampling', { asynchronous: { stepsOffPolicy: 1 } }],
    ['both, two steps off', { asynchronous: { stepsOffPolicy: 2 }, dynamicSampling: { maxBatches: 20 } }],
  ])('comes to the same records with %s, wherever it was killed', { timeout: 60_000 }, async (_, over) => {
    const recipe = recipeOf(over);
    const uninterrupted = timeless((await runRecipe(recipe, optionsOf())).records);
    const used = uninterrupted.flatMap((record) => record['sampling/prompts'] ?? []);
    expect(used).toHaveLength(9);
    let killedAt = 0;
    for (let patience = 1; ; patience += 5) {
      const options = optionsOf();
      let left = patience;
      const breaks = () => {
        if (left-- === 0) throw new Error('killed');
      };
      const killed = await runRecipe(recipe, { ...options, learner: () => createFakeLearner({ breaks }) }).then(
        () => false,
        (error: Error) => error.message === 'killed',
      );
      const { records } = await runRecipe(recipe, options);
      expect(timeless(records), `killed at call ${patience}`).toEqual(uninterrupted);
      if (!killed) break;
      killedAt++;
    }
    expect(killedAt).toBeGreaterThan(3);
  });

  it('has nothing under way at a checkpoint, and is behind between them', async () => {
    const { records } = await runRecipe(recipeOf({ asynchronous: { stepsOffPolicy: 1 } }), optionsOf());
    const first = records.filter((record) => record.stage === 'rl').map((record) => record['async/staleness_max']);
    expect(first).toEqual([0, 1, 1, 0, 1, 1, 0]);
  });

  it('refuses a budget that grows where rollouts of several steps are under way', async () => {
    const recipe = recipeOf({
      asynchronous: { stepsOffPolicy: 1 },
      sampling: { maxTokens: { from: 30, to: 40, overSteps: 5 } },
    });
    await expect(runRecipe(recipe, optionsOf())).rejects.toThrow(
      'recipe.stages.0.sampling.maxTokens: expected a number with asynchronous: rollouts of several steps run at the same time',
    );
  });
});
