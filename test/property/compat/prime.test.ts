import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { primeGrade } from '../../../src/compat/index.js';
import { acceptingStage, isSameExpression } from '../../../src/compat/prime/internal/accepting-stage.js';

const PIECES = [
  ...'0123456789+-*/^_=<>(){}[]|!,.;:%$&~ \n\\abxyπ½²∞',
  ...'\\frac \\dfrac \\sqrt \\pi \\infty \\cup \\left( \\right) \\begin{pmatrix} \\end{pmatrix} \\text{ \\boxed{'.split(
    ' ',
  ),
  ...'\\\\ \\! \\, \\cdot \\times answer: Step 1e9 0x1 ** // sqrt ln 1,000 1/2 and or Interval( Point( 😀'.split(' '),
  'the answer is ',
  ' is the answer',
];
const latex = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''));
const text = fc.oneof({ weight: 4, arbitrary: latex }, fc.string({ unit: 'binary', maxLength: 60 }));
const plainInteger = fc.integer({ min: 2, max: 5000 });

describe('the compatibility grader', () => {
  it('gives a verdict on any text, the same every time', () => {
    fc.assert(
      fc.property(text, text, (output, truth) => {
        const grade = primeGrade(output, truth);
        expect(primeGrade(output, truth)).toEqual(grade);
        expect(grade.isCorrect).toBe(grade.stage !== 'none');
      }),
      { numRuns: 1500 },
    );
  });

  it('gives a verdict on bombs of depth and of size', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PIECES),
        fc.constantFrom(...PIECES),
        fc.integer({ min: 10, max: 5000 }),
        (a, b, n) => {
          const bomb = (a + b).repeat(n);
          expect(typeof primeGrade(`\\boxed{${bomb}}`, bomb).isCorrect).toBe('boolean');
        },
      ),
      { numRuns: 60 },
    );
  });

  it('accepts every answer for itself', () => {
    fc.assert(
      fc.property(text, (answer) => {
        expect(acceptingStage(answer, answer)).toBe('mathd');
      }),
    );
  });

  it('refuses an integer that is off by one, and accepts its hundredfold as a percentage', () => {
    fc.assert(
      fc.property(plainInteger, (n) => {
        expect(primeGrade(`\\boxed{${n + 1}}`, String(n)).isCorrect).toBe(false);
        expect(primeGrade(`\\boxed{${n * 100}}`, String(n)).isCorrect).toBe(true);
      }),
    );
  });

  it('reads the last box, whatever is written before it', () => {
    fc.assert(
      fc.property(latex, plainInteger, (before, n) => {
        fc.pre(!/answer|\\fbox/i.test(before));
        expect(primeGrade(`${before} \\boxed{${n}}`, String(n)).extracted).toBe(String(n));
      }),
    );
  });
});

/** A polynomial as a tree, rendered as it stands or with every sum and product turned round. */
type Tree = number | 'x' | 'y' | { readonly op: '+' | '-' | '*' | '/'; readonly a: Tree; readonly b: Tree };
const { tree } = fc.letrec<{ tree: Tree; leaf: Tree; node: Tree }>((tie) => ({
  leaf: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom<Tree>('x', 'y')),
  node: fc.record({ op: fc.constantFrom('+', '-', '*'), a: tie('tree'), b: tie('tree') }),
  tree: fc.oneof({ maxDepth: 4, withCrossShrink: true }, tie('leaf'), tie('node')),
}));

function render(node: Tree, turned: boolean): string {
  if (typeof node !== 'object') return String(node);
  const [a, b] = [render(node.a, turned), render(node.b, turned)];
  if (!turned) return `(${a})${node.op}(${b})`;
  return node.op === '-' ? `-(${b})+(${a})` : `(${b})${node.op}(${a})`;
}

describe('deciding whether two expressions are the same', () => {
  it('finds a polynomial the same however it is turned round, and never the same as itself and one', () => {
    fc.assert(
      fc.property(tree, (node) => {
        const [a, b] = [render(node, false), render(node, true)];
        fc.pre(a.length < 300);
        expect(isSameExpression(a, b)).toBe(true);
        expect(isSameExpression(a, `${b}+1`)).toBe(false);
      }),
    );
  });

  it('is symmetric', () => {
    fc.assert(
      fc.property(latex, latex, (a, b) => {
        expect(isSameExpression(a, b)).toBe(isSameExpression(b, a));
      }),
    );
  });

  it('collects roots of integers exactly', () => {
    const small = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(small, small, small, (a, b, c) => {
        expect(isSameExpression(`sqrt(${a * a * b})/${c}`, `${a}*sqrt(${b})*(1/${c})`)).toBe(true);
        expect(isSameExpression(`(sqrt(${a})+${b})**2`, `${a + b * b}+${2 * b}sqrt(${a})`)).toBe(true);
        expect(isSameExpression(`sqrt(${a})`, `sqrt(${a + 1})`)).toBe(false);
      }),
    );
  });
});
