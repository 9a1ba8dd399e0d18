import type { RlStage, SftStage } from '../../../../src/recipe/index.js';

const optimizer = { learningRate: 1 };

/** Stages with what they must have and nothing else. */
export const sft = { kind: 'sft', name: 'sft', steps: 1, batchSize: 1, optimizer } as const satisfies SftStage;
export const rl = {
  ...{ kind: 'rl', name: 'rl', promptsPerStep: 1, groupSize: 4, sampling: { maxTokens: 8 }, optimizer },
  until: { steps: 1 },
} as const satisfies RlStage;
