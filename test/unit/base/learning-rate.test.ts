import { expect, it } from 'vitest';
import { learningRateFactor } from '../../../src/base/learning-rate.js';

it('refuses a step that is none', () => {
  const schedule = { kind: 'constant', warmupSteps: 4 } as const;
  expect(learningRateFactor(schedule, 1)).toBe(0.25);
  expect(() => learningRateFactor(schedule, -1)).toThrow(new RangeError('step: expected at least 0, got -1'));
  expect(() => learningRateFactor(schedule, NaN)).toThrow(RangeError);
  expect(() => learningRateFactor(schedule, '1' as never)).toThrow(
    new TypeError('step: expected a number, got a string'),
  );
});
