import { describe, expect, it } from 'vitest';
import { verifyMath } from '../../../../src/verify/index.js';
import { ALGEBRA } from './cases/algebra.js';
import { ANSWERS } from './cases/answers.js';
import { COLLECTIONS } from './cases/collections.js';
import { CONSTANTS } from './cases/constants.js';
import { EXPRESSIONS } from './cases/expressions.js';
import { FORMATS } from './cases/formats.js';
import { MORE } from './cases/more.js';
import { NUMBERS } from './cases/numbers.js';
import { PROSE } from './cases/prose.js';
import { RULES } from './cases/rules.js';
import { STRUCTURES } from './cases/structures.js';
import { WORDING } from './cases/wording.js';

const TABLES = {
  NUMBERS,
  CONSTANTS,
  EXPRESSIONS,
  COLLECTIONS,
  WORDING,
  MORE,
  FORMATS,
  STRUCTURES,
  ANSWERS,
  ALGEBRA,
  RULES,
};

describe.each(Object.entries(TABLES))('%s', (_, cases) => {
  it.each(cases)('$gold and $answer: $correct $why', ({ gold, answer, correct }) => {
    expect(verifyMath(`\\boxed{${answer}}`, gold).kind === 'correct').toBe(correct);
  });
});

describe('responses in prose', () => {
  it.each(PROSE)('$gold and $answer: $correct', ({ gold, answer, correct }) => {
    expect(verifyMath(answer, gold).kind === 'correct').toBe(correct);
  });
});
