import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyMath } from '../../src/verify/index.js';
import { COLLECTIONS } from '../unit/verify/verify-math/cases/collections.js';
import { CONSTANTS } from '../unit/verify/verify-math/cases/constants.js';
import { EXPRESSIONS } from '../unit/verify/verify-math/cases/expressions.js';
import { NUMBERS } from '../unit/verify/verify-math/cases/numbers.js';
import { render, styles, trees } from './verify-trees.js';

const judged = (answer: string, gold: string): string => verifyMath(`\\boxed{${answer}}`, gold).kind;

/** Exact values as text, of every kind a number can be written as. */
const numbers = fc.oneof(
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
  fc.tuple(fc.integer(), fc.integer({ min: 1 })).map(([n, d]) => `\\frac{${n}}{${d}}`),
  fc.tuple(fc.integer({ min: 0, max: 99999 }), fc.integer({ min: 0, max: 999 })).map(([n, d]) => `${n}.${d}`),
  fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 2, max: 99 })).map(([n, d]) => `${n}\\sqrt{${d}}`),
  fc.integer({ min: 1, max: 999 }).map((n) => `\\frac{${n}\\pi}{7}`),
);

/** Whether a text is mathematics alone: prose is read differently inside braces. */
const isFormula = (text: string): boolean => !/[a-z]{2}|\.$/i.test(text.replaceAll(/\\[a-z]+/gi, ' '));

const isZero = (number: string): boolean => /^[-+]?0+(?:\.0+)?$|^\\frac\{0\}/.test(number);

const allCases = [...NUMBERS, ...CONSTANTS, ...EXPRESSIONS, ...COLLECTIONS];

describe('verifyMath', () => {
  it('accepts every answer for itself', () => {
    fc.assert(fc.property(fc.constantFrom(...allCases), ({ gold }) => judged(gold, gold) === 'correct'));
    fc.assert(
      fc.property(trees, styles, (tree, style) => judged(render(tree, style), render(tree, style)) === 'correct'),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const box = `\\boxed{${text.replaceAll(/[{}\\$]/g, '')}1}`;
        expect([box, verifyMath(box, box).kind]).not.toEqual([box, 'incorrect']);
      }),
      { numRuns: 1000 },
    );
  });

  it('finds a tree written in two ways equal', () => {
    fc.assert(
      fc.property(trees, styles, styles, (tree, one, other) => {
        expect(judged(render(tree, one), render(tree, other))).toBe('correct');
      }),
      { numRuns: 1000 },
    );
  });

  it('never accepts an expression changed by one or by far less', () => {
    fc.assert(
      fc.property(trees, styles, styles, (tree, one, other) => {
        const gold = render(tree, one);
        const answer = render(tree, other);
        expect(judged(`${answer}+1`, gold)).not.toBe('correct');
        expect(judged(`${answer}-10^{-20}`, gold)).not.toBe('correct');
      }),
      { numRuns: 400 },
    );
  });

  it('never accepts a number changed by one, or by a billionth', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        expect(judged(`(${number})+1`, number)).not.toBe('correct');
        expect(judged(number, `(${number})-1`)).not.toBe('correct');
        if (!isZero(number)) expect(judged(`(${number})(1+10^{-30})`, number)).not.toBe('correct');
      }),
    );
  });

  it('is symmetric for numbers and expressions', () => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        expect(judged(a, b)).toBe(judged(b, a));
      }),
    );
    fc.assert(
      fc.property(trees, trees, styles, (a, b, style) => {
        expect(judged(render(a, style), render(b, style))).toBe(judged(render(b, style), render(a, style)));
      }),
    );
  });

  it('does not mind spaces, sized brackets, styles of fractions, braces and dollars', () => {
    const reformat = (text: string): string[] => [
      ` ${text} `,
      `{${text}}`,
      `$${text}$`,
      `\\displaystyle ${text}`,
      text.replaceAll('\\frac', '\\dfrac'),
      text.replaceAll('\\left', '').replaceAll('\\right', ''),
      text.replaceAll(/(?<=[0-9a-z}])(?<!\de)([-+])/g, '\\, $1 \\,'),
      `${text}.`,
    ];
    const cases = allCases.filter(({ correct, answer }) => correct && isFormula(answer));
    fc.assert(
      fc.property(fc.constantFrom(...cases), fc.nat({ max: 7 }), ({ gold, answer }, way) => {
        expect(judged(reformat(answer)[way]!, gold)).toBe('correct');
      }),
      { numRuns: 3000 },
    );
  });

  it('takes the members of a set in any order, and no other set', () => {
    const members = fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(
        members.chain((set) => fc.tuple(fc.constant(set), fc.shuffledSubarray(set, { minLength: set.length }))),
        fc.nat(),
        ([set, shuffled], at) => {
          expect(judged(`\\{${shuffled.join(', ')}\\}`, `\\{${set.join(',')}\\}`)).toBe('correct');
          expect(judged(shuffled.join(', '), `\\{${set.join(',')}\\}`)).toBe('correct');
          expect(judged(shuffled.slice(1).join(', '), set.join(', '))).not.toBe('correct');
          const other = set.map((value, k) => (k === at % set.length ? value + 101 : value));
          expect(judged(other.join(', '), set.join(', '))).not.toBe('correct');
          expect(judged(String(set[at % set.length]), set.join(', '))).not.toBe('correct');
        },
      ),
    );
  });

  it('takes a point in its own order only', () => {
    const coordinate = fc.integer({ min: -20, max: 20 });
    fc.assert(
      fc.property(coordinate, coordinate, (x, y) => {
        expect(judged(`(${x}, ${y})`, `\\left(${x},${y}\\right)`)).toBe('correct');
        if (x !== y) expect(judged(`(${y}, ${x})`, `(${x}, ${y})`)).not.toBe('correct');
        expect(judged(`\\{${x}, ${y}\\}`, `(${x}, ${y})`)).not.toBe('correct');
      }),
    );
  });

  it('knows an interval from its neighbours', () => {
    const ends = fc
      .tuple(fc.integer({ min: -30, max: 30 }), fc.integer({ min: 1, max: 20 }))
      .map(([a, d]) => [a, a + d] as const);
    const brackets = fc.constantFrom(['(', ')'], ['[', ')'], ['(', ']'], ['[', ']']);
    fc.assert(
      fc.property(ends, brackets, brackets, ([low, high], [open, close], [otherOpen, otherClose]) => {
        const gold = `${open}${low},${high}${close}`;
        const relation = `${low} ${open === '(' ? '<' : '\\le'} x ${close === ')' ? '<' : '\\le'} ${high}`;
        expect(judged(relation, gold)).toBe('correct');
        expect(judged(gold, relation)).toBe('correct');
        const same = open === otherOpen && close === otherClose;
        expect(judged(`${otherOpen}${low},${high}${otherClose}`, gold)).toBe(same ? 'correct' : 'incorrect');
        expect(judged(`${open}${low},${high + 1}${close}`, gold)).toBe('incorrect');
      }),
    );
  });
});
