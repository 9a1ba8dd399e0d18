import { expect, it } from 'vitest';
import { integerSeed } from '../../../../../src/base/internal/index.js';

it('keeps a number that fits, and makes one of a name or of a number that does not', () => {
  expect(integerSeed(7)).toBe(7);
  expect(integerSeed('step-1')).toBe(integerSeed('step-1'));
  expect(integerSeed('step-1')).not.toBe(integerSeed('step-2'));
  for (const seed of ['step-1', 2 ** 40, 0.5]) {
    const made = integerSeed(seed, 2 ** 31);
    expect(Number.isSafeInteger(made) && made >= 0 && made < 2 ** 31).toBe(true);
  }
});
