import { describe, expect, it } from 'vitest';
import { checkRollouts } from '../../../../../src/base/internal/index.js';
import { groupAdvantages } from '../../../../../src/advantage/index.js';
import { packRollouts } from '../../../../../src/batch/index.js';
import { rejectEqualRewards, rocDownsample, rocPenalties } from '../../../../../src/downsample/index.js';
import { selectRollouts } from '../../../../../src/select-rollouts.js';

describe('checkRollouts', () => {
  it.each([
    [Promise.resolve([]), 'a Promise'],
    [new Set(), 'a Set'],
    [new Map(), 'a Map'],
    [{}, 'an object'],
    [{ length: 1.5 }, 'an object'],
    [{ length: -1 }, 'an object'],
    [Object.create(null), 'an object'],
    ['rollouts', 'a string'],
    [() => [], 'a function'],
    [5, '5'],
    [undefined, 'undefined'],
    [null, 'null'],
  ])('refuses %o', (value, got) => {
    expect(() => {
      checkRollouts(value);
    }).toThrow(new TypeError(`rollouts: expected an array, got ${got}`));
  });

  it.each([[[]], [[1]], [{ length: 0 }], [new Float64Array(2)]])('takes %o', (value) => {
    expect(() => {
      checkRollouts(value);
    }).not.toThrow();
  });

  const roc = { keep: 1, seed: 'a' };
  it.each<[string, (rollouts: never) => unknown]>([
    ['rejectEqualRewards', (rollouts) => rejectEqualRewards(rollouts)],
    ['rocDownsample', (rollouts) => rocDownsample(rollouts, roc)],
    ['rocPenalties', (rollouts) => rocPenalties(rollouts)],
    ['selectRollouts', (rollouts) => selectRollouts(rollouts, roc)],
    ['groupAdvantages', (rollouts) => groupAdvantages(rollouts)],
    ['packRollouts', (rollouts) => packRollouts(rollouts, { advantages: 1 })],
  ])('is what %s starts with', (_, call) => {
    expect(() => call(Promise.resolve([]) as never)).toThrow('rollouts: expected an array, got a Promise');
    expect(() => call(undefined as never)).toThrow('rollouts: expected an array, got undefined');
  });
});
