import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifyMath } from '../../../../src/verify/index.js';

const guide = readFileSync(new URL('../../../../docs/verification.md', import.meta.url), 'utf8');
const section = guide.slice(guide.indexOf('## What is equal'), guide.indexOf('### How values are compared'));
/** Rows of a ground truth, answers that are correct, answers that are incorrect, and the rule. */
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').slice(1, -1));
const codes = (cell: string) => Array.from(cell.matchAll(/`(.+?)`/g), ([, code]) => code!);
const pairs = rows.flatMap(([truth, correct, incorrect, rule]) =>
  [
    ...codes(correct!).map((answer) => ({ answer, verdict: 'correct' })),
    ...codes(incorrect!).map((answer) => ({ answer, verdict: 'incorrect' })),
  ].map((pair) => ({ ...pair, truth: codes(truth!)[0]!, rule: rule!.trim() })),
);

/** Further pairs of the same rules, which the guide leaves out. */
const MORE = [
  { truth: '2:3', answer: '0:0', verdict: 'incorrect', rule: 'no proportion' },
  { truth: '204_5', answer: '204_6', verdict: 'incorrect', rule: 'another base' },
  { truth: '24\\text{ cm}^2', answer: '24\\text{ 平方厘米}', verdict: 'correct', rule: 'units in Chinese' },
  { truth: 'y = \\pm\\frac34 x', answer: '3x \\pm 4y = 0', verdict: 'correct', rule: 'two lines each' },
  {
    truth: '\\begin{cases} x & x \\ge 0 \\\\ -x & x < 0 \\end{cases}',
    answer: '\\lvert x \\rvert',
    verdict: 'correct',
    rule: 'every piece is compared',
  },
  { truth: '120', answer: '5!', verdict: 'correct', rule: 'unevaluated forms by value' },
  { truth: '3+4i', answer: '4i+3', verdict: 'correct', rule: 'complex numbers' },
  { truth: 'June 20', answer: 'June 21', verdict: 'incorrect', rule: 'another date' },
  { truth: '\\sin 2x', answer: '2\\sin x\\cos x', verdict: 'correct', rule: 'identities' },
  { truth: '\\lvert x-1 \\rvert', answer: 'x-1', verdict: 'incorrect', rule: 'every piece is compared' },
  { truth: 'x', answer: '\\max(x, -10^{30})', verdict: 'incorrect', rule: 'every piece is compared' },
  { truth: 'n \\bmod 5', answer: 'n', verdict: 'incorrect', rule: 'a remainder is not its dividend' },
  { truth: 'x \\equiv 3 \\pmod 7', answer: 'x \\equiv 10 \\pmod 7', verdict: 'correct', rule: 'the same class' },
  { truth: '3\\text{ N}', answer: '3\\text{ kg m/s}^2', verdict: 'correct', rule: 'derived units' },
  {
    truth: '(-\\infty, -1) \\cup (3, \\infty)',
    answer: 'x < -1 \\text{ 或 } x > 3',
    verdict: 'correct',
    rule: 'connectives in Chinese',
  },
  { truth: 'y = 2x + 3', answer: '2x - y + 3 = 0', verdict: 'correct', rule: 'the same equation' },
];

describe('the tables of what is equal in docs/verification.md', () => {
  it('are read whole', () => {
    expect(rows.filter((cells) => cells.length !== 4)).toEqual([]);
    expect(pairs).toHaveLength(
      (section.match(/^\| `.*$/gm) ?? []).flatMap((row) => codes(row.replace(/[^|]*\|$/, ''))).length - rows.length,
    );
    expect(pairs.length).toBeGreaterThan(125);
  });

  it.each([...pairs, ...MORE])(
    'say of $truth and $answer what happens: $verdict, $rule',
    ({ truth, answer, verdict }) => {
      expect(verifyMath(`Therefore $\\boxed{${answer}}$.`, truth).kind).toBe(verdict);
    },
  );
});
