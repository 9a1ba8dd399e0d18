import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { extractAnswer, parseMath, verifyMath } from '../../src/verify/index.js';
import { Budget, DEFAULT_STEPS, LimitReached } from '../../src/verify/internal/budget.js';
import { BOMBS } from './verify-bombs.js';
import { hostileValue } from './verify-hostile.js';
import { COLLECTIONS } from '../unit/verify/verify-math/cases/collections.js';
import { CONSTANTS } from '../unit/verify/verify-math/cases/constants.js';
import { EXPRESSIONS } from '../unit/verify/verify-math/cases/expressions.js';
import { NUMBERS } from '../unit/verify/verify-math/cases/numbers.js';
import { WORDING } from '../unit/verify/verify-math/cases/wording.js';

const KINDS = ['correct', 'incorrect', 'undecided'];
const TIMEOUT = { timeout: 120_000 };

const sources = [...NUMBERS, ...CONSTANTS, ...EXPRESSIONS, ...COLLECTIONS, ...WORDING];
const PIECES = [
  ...'{}[]()|$\\^_&!%#~=<>+-*/:;,.\'"` \n0123456789xyie',
  ...['\\frac', '\\sqrt', '\\left(', '\\right)', '\\boxed{', '\\text{', '\\begin{cases}', '\\end{cases}', '\\pm'],
  ...[
    '\\cup',
    '\\infty',
    '\\sum_{k=1}^{9}',
    '^{9^{9',
    '!',
    '\\\\',
    '\\{',
    '\\}',
    '\\ne',
    '\\le',
    '^\\circ',
    '\\%',
    '1e99',
  ],
  ...['<answer>', '</answer>', 'answer is', ' or ', ' and ', 'cm', '½', '∞', '−', '√', '\u200b', '\ud83d', '\u0000'],
];
const piece = fc.constantFrom(...PIECES);

/** A text with a few places cut, doubled or replaced. */
const mutated = fc
  .tuple(
    fc.constantFrom(...sources.flatMap(({ gold, answer }) => [gold, answer, `It is $\\boxed{${answer}}$.`])),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 6 }), fc.oneof(piece, fc.constant(''))), { minLength: 1, maxLength: 5 }),
  )
  .map(([text, edits]) =>
    edits.reduce((edited, [place, length, insert], way) => {
      const at = place % (edited.length + 1);
      const cut = edited.slice(at, at + length);
      return edited.slice(0, at) + (way % 2 === 0 ? insert : cut + insert + cut) + edited.slice(at + length);
    }, text),
  );
const soup = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array).toString('latin1'));
const hostile = fc.oneof(
  { weight: 5, arbitrary: mutated },
  { weight: 2, arbitrary: soup },
  bytes,
  fc.string({ unit: 'binary' }),
);

/* eslint-disable @typescript-eslint/unbound-method -- called with its receiver below */
const spend = Budget.prototype.spend;
afterEach(() => {
  Budget.prototype.spend = spend;
});

/** Counts the steps that are granted, of all budgets together; by hand, for a spy would keep every call. */
function countedSteps(): { taken: number } {
  const steps = { taken: 0 };
  Budget.prototype.spend = function (this: Budget, count) {
    spend.call(this, count);
    steps.taken += count;
  };
  return steps;
}

describe('verifyMath on hostile texts', () => {
  it('gives a verdict on anything, the same every time, within its steps', TIMEOUT, () => {
    const steps = countedSteps();
    fc.assert(
      fc.property(hostile, hostile, (response, groundTruth) => {
        steps.taken = 0;
        const verdict = verifyMath(response, groundTruth);
        expect(KINDS).toContain(verdict.kind);
        expect(steps.taken).toBeLessThanOrEqual(DEFAULT_STEPS);
        expect(verifyMath(response, groundTruth)).toEqual(verdict);
      }),
      { numRuns: 2000 },
    );
  });

  it('never calls a mutated answer incorrect against itself', TIMEOUT, () => {
    fc.assert(
      fc.property(mutated, (text) => {
        // A question mark is the author's doubt behind a ground truth, and makes a question of an answer.
        fc.pre(/[0-9a-z]/i.test(text) && !/boxed|answer|phantom|[$<\n?]/.test(text));
        expect([text, verifyMath(`\\boxed{${text}}`, `\\boxed{${text}}`).kind]).not.toEqual([text, 'incorrect']);
      }),
      { numRuns: 2000 },
    );
  });

  it('extracts and parses anything without throwing', TIMEOUT, () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const answer = extractAnswer(text);
        if (answer !== undefined) expect(typeof answer.text).toBe('string');
        expect(parseMath(text)).toEqual(parseMath(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps within its steps and its memory on bombs of depth, size and cost', TIMEOUT, () => {
    const steps = countedSteps();
    const before = heapUsed();
    for (const { name, response, groundTruth } of BOMBS) {
      steps.taken = 0;
      const { kind } = verifyMath(response, groundTruth);
      expect([name, KINDS.includes(kind), steps.taken <= DEFAULT_STEPS]).toEqual([name, true, true]);
      extractAnswer(response);
    }
    expect(heapUsed() - before).toBeLessThan(64 * 2 ** 20);
  });

  it('keeps within its steps on towers, floors of exponentials, high roots and long fractions', TIMEOUT, () => {
    const steps = countedSteps();
    fc.assert(
      fc.property(hostileValue, hostileValue, fc.constantFrom('x', '0', '1'), (answer, groundTruth, difference) => {
        for (const gold of [groundTruth, `(${answer})+${difference}`]) {
          steps.taken = 0;
          const verdict = verifyMath(`\\boxed{${answer}}`, gold);
          expect(KINDS).toContain(verdict.kind);
          expect(steps.taken).toBeLessThanOrEqual(DEFAULT_STEPS);
          if (difference === '1' && gold !== groundTruth) expect(verdict.kind).not.toBe('correct');
          expect(verifyMath(`\\boxed{${answer}}`, gold)).toEqual(verdict);
        }
      }),
      { numRuns: 300, seed: 20260 },
    );
  });

  it('refuses a step beyond its budget', () => {
    const budget = new Budget(3);
    budget.spend(3);
    expect(() => budget.spend(1)).toThrow(LimitReached);
  });
});

/** Bytes that are reachable, garbage not counted. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
