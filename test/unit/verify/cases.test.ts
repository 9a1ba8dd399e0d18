import { describe, expect, it } from 'vitest';
import { verifyMath } from '../../../src/verify/index.js';
import { COLLECTIONS } from './cases/collections.js';
import { CONSTANTS } from './cases/constants.js';
import { EXPRESSIONS } from './cases/expressions.js';
import { MORE } from './cases/more.js';
import { NUMBERS } from './cases/numbers.js';
import { WORDING } from './cases/wording.js';

const TABLES = { NUMBERS, CONSTANTS, EXPRESSIONS, COLLECTIONS, WORDING, MORE };

describe.each(Object.entries(TABLES))('%s', (_, cases) => {
  it.each(cases)('$gold and $answer: $correct $why', ({ gold, answer, correct }) => {
    expect(verifyMath(`\\boxed{${answer}}`, gold).kind === 'correct').toBe(correct);
  });
});
