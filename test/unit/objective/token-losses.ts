import { expect } from 'vitest';
import { policyLoss } from '../../../src/objective/index.js';
import type { PolicyLossInput, PolicyLossResult } from '../../../src/objective/index.js';
import type { PolicyLoss } from '../../../src/base/index.js';

export const closeTo = (value: number): unknown => expect.closeTo(value, 10);
export const list = (values: ArrayLike<number>) => Array.from(values);

/** Two sequences of two tokens; old logprobs are −1, log-ratios and advantages as given. */
export function tokens(logRatios: readonly number[], advantages: readonly number[]): PolicyLossInput {
  return {
    offsets: [0, 2, 4],
    responseMask: [1, 1, 1, 1],
    oldLogprobs: [-1, -1, -1, -1],
    logprobs: logRatios.map((ratio) => ratio - 1),
    advantages,
  };
}

/** The loss with weight 1 for every token. */
export function run(input: PolicyLossInput, loss: PolicyLoss): PolicyLossResult {
  return policyLoss(input, { loss, aggregation: { kind: 'constant', weight: 1 } });
}
