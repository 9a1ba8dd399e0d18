import { describe, expect, it } from 'vitest';
import {
  gaeAdvantages,
  optimalTokenBaselineAdvantages,
  reinforcePlusPlusAdvantages,
  remaxAdvantages,
  whiten,
} from '../../../src/advantage/index.js';

const layout = { offsets: [0, 2, 3], responseMask: [1, 1, 1] };

describe('numbers that are none', () => {
  it.each([NaN, Infinity, -Infinity])('are refused by name in what an advantage is made of: %s', (bad) => {
    const rewards = [0, bad, 1];
    const message = (name: string, at = 1) => `${name}[${at}]: expected a finite number, got ${bad}`;
    expect(() => whiten(rewards, [1, 1, 1])).toThrow(new RangeError(message('values')));
    expect(() => reinforcePlusPlusAdvantages({ ...layout, rewards })).toThrow(message('input.rewards'));
    expect(() => remaxAdvantages({ ...layout, rewards }, [0, 0])).toThrow(message('input.rewards'));
    expect(() => remaxAdvantages({ ...layout, rewards: [0, 0, 1] }, [bad, 0])).toThrow(message('baselines', 0));
    expect(() => gaeAdvantages({ ...layout, rewards: [0, 0, 1], values: rewards })).toThrow(message('input.values'));
    expect(() => optimalTokenBaselineAdvantages({ ...layout, rewards } as never)).toThrow(message('input.rewards'));
  });

  it('are not read where the mask leaves them out', () => {
    expect([...whiten([1, NaN, 3], [1, 0, 1], { epsilon: 0 })].map((value) => value.toFixed(4))).toEqual([
      '-0.7071',
      '0.0000',
      '0.7071',
    ]);
    expect(() => whiten([1, 2], [1])).toThrow('mask: expected length 2 (values), got 1');
  });

  it('refuses a mask of booleans, of which each would count', () => {
    const booleans = [true, false] as unknown as number[];
    expect(() => whiten([1, 2], booleans)).toThrow(new TypeError('mask[0]: expected 0 or 1, got true'));
  });
});
