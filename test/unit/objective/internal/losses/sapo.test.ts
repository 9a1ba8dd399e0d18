import { describe, expect, it } from 'vitest';
import { policyLoss } from '../../../../../src/objective/index.js';
import type { PolicyLossInput } from '../../../../../src/objective/index.js';
import type { PolicyLoss } from '../../../../../src/base/index.js';

const closeTo = (value: number): unknown => expect.closeTo(value, 10);
const list = (values: ArrayLike<number>) => Array.from(values);

/** Two sequences of two tokens; old logprobs are −1, log-ratios and advantages as given. */
function tokens(logRatios: readonly number[], advantages: readonly number[]): PolicyLossInput {
  return {
    offsets: [0, 2, 4],
    responseMask: [1, 1, 1, 1],
    oldLogprobs: [-1, -1, -1, -1],
    logprobs: logRatios.map((ratio) => ratio - 1),
    advantages,
  };
}

const run = (input: PolicyLossInput, loss: PolicyLoss) =>
  policyLoss(input, { loss, aggregation: { kind: 'constant', weight: 1 } });

describe('sapo', () => {
  it('has the gradient of the plain policy gradient at ratio 1 and fades away from it', () => {
    const { losses, gradient } = run(tokens([0, 0, 3, 3], [1, -1, 1, -1]), { kind: 'sapo' });
    expect(list(losses).slice(0, 2)).toEqual([-2, 2 / 1.05].map(closeTo));
    expect(list(gradient).slice(0, 2)).toEqual([-1, 1].map(closeTo));
    expect(Math.abs(gradient[2]!)).toBeLessThan(1e-5);
    expect(Math.abs(gradient[3]!)).toBeLessThan(Math.abs(gradient[2]!));
  });
});
