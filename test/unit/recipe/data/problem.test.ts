import { expect, it } from 'vitest';
import { integerAnswer } from '../../../../src/recipe/index.js';

it.each([
  ['42', 42n],
  ['-7', -7n],
  ['004', 4n],
  ['\\boxed{42}', 42n],
  ['$1{,}024$', 1024n],
  ['2^{10}', 1024n],
  ['84/2', 42n],
  ['4.0', 4n],
  ['10^{30}', 10n ** 30n],
  ['So he has 72 left.\n#### 72', 72n],
])('%j is a whole number', (answer, value) => {
  expect(integerAnswer(answer)).toBe(value);
});

it.each(['0.5', '\\frac{1}{2}', '3\\pi', '(1, 2)', 'x + 1', 'yes', '5 \\text{ cm}', '50\\%', '1 or 2', ''])('%j is none', (answer) => {
  expect(integerAnswer(answer)).toBeUndefined();
});
