import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dryRun, dryRunMarkdown, type Recipe, type RlStage } from '../../../../src/recipe/index.js';
import { characters, createFakeLearner, problemsNamed } from '../fake-learner.js';

const optimizer = { learningRate: 0.01 };
const recipe: Recipe = {
  name: 'dry',
  stages: [
    { kind: 'sft', name: 'sft', epochs: 3, batchSize: 2, optimizer },
    {
      ...{ kind: 'rl', name: 'rl', promptsPerStep: 4, groupSize: 2, sampling: { maxTokens: 40 }, optimizer },
      ...{ until: { steps: 50 }, filter: { samples: 8, among: 6 } },
    },
  ],
  evaluation: { everySteps: 10, samples: 2 },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dry-run-'));
  process.env['TMPDIR'] = folder;
});
afterAll(() => {
  delete process.env['TMPDIR'];
  rmSync(folder, { recursive: true });
});

describe('a dry run', () => {
  it('makes two steps of every stage, tells what the whole would take, and leaves nothing', async () => {
    const calls: string[] = [];
    let demonstrated = 0;
    const demonstrations = () => {
      demonstrated++;
      return Array.from({ length: 5 }, () => ({ tokens: Int32Array.of(1, 2, 3), mask: Uint8Array.of(0, 1, 1) }));
    };
    const estimate = await dryRun(recipe, {
      directory: join(folder, 'never'),
      seed: 'seed',
      learner: () => createFakeLearner({}, { calls }),
      tokenizer: characters,
      problems: { train: problemsNamed('train', 12), test: problemsNamed('test', 6) },
      demonstrations: { demonstrations },
      maxTokensPerPass: 1000,
    });
    expect([readdirSync(folder), existsSync(join(folder, 'never')), demonstrated]).toEqual([[], false, 1]);
    const [sft, rl] = estimate.stages;
    expect(sft).toMatchObject({ steps: 8, itemsPerStep: 2, evaluations: 0, filterSeconds: 0 });
    expect(sft!.tokensPerStep).toBeCloseTo(6, 6);
    expect(rl).toMatchObject({ steps: 50, itemsPerStep: 16, mostTokensPerStep: 640, evaluations: 5 });
    // Both rest on what a rollout took: 6 problems of 8 samples, and 6 of 2.
    expect(rl!.filterSeconds / rl!.evaluationSeconds).toBeCloseTo(4, 6);
    expect(rl!.seconds).toBeCloseTo(50 * rl!.secondsPerStep + rl!.filterSeconds + 5 * rl!.evaluationSeconds, 9);
    expect(estimate.tokens).toBeCloseTo(8 * sft!.tokensPerStep + 50 * rl!.tokensPerStep, 6);
    expect(estimate.peakBytes).toBeGreaterThan(1e7);
    expect(dryRunMarkdown(estimate)).toMatch(/^dry: about [^\n]*tokens[^]*\| rl \| 50 \| 16 rollouts \|/);
  });

  it('says what the whole recipe cannot mean, and nothing of the two steps that it makes', async () => {
    const [, rl] = recipe.stages;
    const told: string[] = [];
    const estimate = await dryRun(
      {
        name: 'odd',
        stages: [
          {
            ...(rl as RlStage),
            filter: undefined,
            promptsPerStep: 13,
            optimizer: { learningRate: 0.01, schedule: { kind: 'constant', warmupSteps: 40 } },
            until: { steps: 30 },
          },
        ],
      },
      {
        directory: join(folder, 'never'),
        seed: 'seed',
        learner: () => createFakeLearner(),
        tokenizer: characters,
        problems: { train: () => problemsNamed('train', 12) },
        maxTokensPerPass: 1000,
        onEvent: ({ kind }) => told.push(kind),
      },
    );
    expect(estimate.warnings.map(({ path }) => path)).toEqual([
      'recipe.stages.0.promptsPerStep',
      'recipe.stages.0.optimizer.schedule.warmupSteps',
    ]);
    expect(dryRunMarkdown(estimate)).toMatch(
      /\n- warning: recipe\.stages\.0\.optimizer\.schedule\.warmupSteps: 40 optimizer steps of warm-up, and the stage has 30/,
    );
    expect(told).not.toContain('recipe-warning');
  });
});
