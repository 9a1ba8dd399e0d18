import { describe, expect, it } from 'vitest';
import { QWEN3_14B_H100 } from '../../../../../src/rollout/index.js';
import { EngineLoad } from '../../../../../src/rollout/schedule/internal/engine-load.js';
import { TurnAverages } from '../../../../../src/rollout/schedule/internal/turn-averages.js';

/** A step of an idle engine takes 10 ms, and computing a token of a context 0.1 ms. */
const curve = { ...QWEN3_14B_H100, stepMs: 10, stepMsPerRequest: 0, stepMsPerToken: 0, prefillMsPerToken: 0.1 };
const engine = new EngineLoad('x', curve, 0);

describe('averages of turns', () => {
  it('order turns by age while nothing is known', () => {
    const averages = new TurnAverages();
    expect(averages.orderFor(engine)).toBe('age');
    averages.ended(100);
    expect(averages.orderFor(engine)).toBe('age');
  });

  it.each([
    { toolMs: 200, contextTokens: 1000, order: 'arrival' },
    { toolMs: 100, contextTokens: 1000, order: 'age' },
    { toolMs: 200, contextTokens: 11_000, order: 'age' },
  ])(
    'order turns that take a second by $order if tool calls take $toolMs ms and contexts have $contextTokens tokens',
    ({ toolMs, contextTokens, order }) => {
      const averages = new TurnAverages();
      averages.ended(50);
      averages.ended(150);
      averages.toolEnded(toolMs - 50, contextTokens - 500);
      averages.toolEnded(toolMs + 50, contextTokens + 500);
      expect(averages.orderFor(engine)).toBe(order);
    },
  );
});
