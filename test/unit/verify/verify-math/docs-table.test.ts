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
  { truth: '0.\\overline{3}', answer: '\\frac13', verdict: 'correct', rule: 'repeating decimals are exact' },
  {
    truth: '\\frac{1}{3000000}',
    answer: '3.33333\\times 10^{-7}',
    verdict: 'correct',
    rule: 'six digits from the first nonzero one',
  },
  {
    truth: '\\frac{1}{3000000}',
    answer: '0.000000',
    verdict: 'incorrect',
    rule: 'six digits from the first nonzero one',
  },
  {
    truth: '\\sqrt{2}',
    answer: '1.414213...',
    verdict: 'correct',
    rule: 'digits before dots are truncated, six at least',
  },
  {
    truth: '\\sqrt{2}',
    answer: '1.41...',
    verdict: 'incorrect',
    rule: 'digits before dots are truncated, six at least',
  },
  { truth: '2^{-60}', answer: '2^{-61}', verdict: 'incorrect', rule: 'tolerance is relative' },
  { truth: '1000000', answer: '1000001', verdict: 'incorrect', rule: 'integers have no tolerance' },
  { truth: '3\\sqrt2', answer: '\\sqrt{18}', verdict: 'correct', rule: 'radicals by value' },
  { truth: '\\cos 60^\\circ', answer: '\\frac12', verdict: 'correct', rule: 'unevaluated forms by value' },
  { truth: '\\sqrt[3]{-8}', answer: '-2', verdict: 'correct', rule: 'the real root' },
  { truth: '\\frac{7}{2}', answer: '\\text{三又二分之一}', verdict: 'correct', rule: 'in Chinese' },
  { truth: '89', answer: '\\text{八九}', verdict: 'incorrect', rule: '"eight or nine"' },
  { truth: '9', answer: '\\text{nine ways}', verdict: 'correct', rule: 'counts and labels' },
  { truth: '9', answer: '\\max = 9', verdict: 'correct', rule: 'counts and labels' },
  {
    truth: '42',
    answer: '\\text{see above}',
    verdict: 'incorrect',
    rule: 'nothing outside the box replaces an unreadable one',
  },
  { truth: '30\\text{ rad}', answer: '30^\\circ', verdict: 'incorrect', rule: 'degrees may not replace another unit' },
  { truth: '500000', answer: '5\\text{ lakh}', verdict: 'correct', rule: 'words that multiply, in many languages' },
  {
    truth: '90\\text{ km/h}',
    answer: '25\\text{ m/s}',
    verdict: 'correct',
    rule: 'composed and derived units, also in Chinese',
  },
  { truth: '\\$0.75', answer: '75\\text{ cents}', verdict: 'correct', rule: 'one currency' },
  { truth: '\\lvert x-1000 \\rvert', answer: '1000-x', verdict: 'incorrect', rule: 'every piece counts' },
  {
    truth: '\\lvert x \\rvert',
    answer: '\\begin{cases} x & x > 0 \\\\ 0 & x = 0 \\\\ -x & x < 0 \\end{cases}',
    verdict: 'correct',
    rule: 'all cases must agree; steep functions are not their limit',
  },
  {
    truth: '\\lvert x \\rvert',
    answer: '\\begin{cases} x & x > 0 \\\\ -x & x < 0 \\end{cases}',
    verdict: 'incorrect',
    rule: 'all cases must agree; steep functions are not their limit',
  },
  {
    truth: '\\lvert x \\rvert',
    answer: 'x\\tanh(10^9 x)',
    verdict: 'incorrect',
    rule: 'all cases must agree; steep functions are not their limit',
  },
  {
    truth: '\\lfloor n\\pi \\rfloor',
    answer: '\\lfloor \\frac{355n}{113} \\rfloor',
    verdict: 'incorrect',
    rule: 'floors with a long period or without one need equal arguments',
  },
  {
    truth: '1',
    answer: '\\gcd(n^2+7, (n+1)^2+7)',
    verdict: 'incorrect',
    rule: 'equality at many points does not prove that divisors are equal; the second has no value',
  },
  {
    truth: '1',
    answer: '\\frac{\\square}{\\square}',
    verdict: 'incorrect',
    rule: 'equality at many points does not prove that divisors are equal; the second has no value',
  },
  { truth: '\\gcd(2n, 6)', answer: '2\\gcd(n, 3)', verdict: 'correct', rule: 'equality over a whole period proves it' },
  { truth: '\\frac{dy}{dx}', answer: '\\frac{y}{x}', verdict: 'incorrect', rule: 'a derivative is no fraction' },
  {
    truth: '\\vec a \\times \\vec b',
    answer: '\\vec b \\times \\vec a',
    verdict: 'incorrect',
    rule: 'products of marked vectors have an order',
  },
  {
    truth: '\\begin{pmatrix} 1 \\\\ 2 \\end{pmatrix}',
    answer: '\\begin{bmatrix} 1 \\\\ 2 \\end{bmatrix}',
    verdict: 'correct',
    rule: 'matrix brackets do not matter',
  },
  {
    truth: '12',
    answer: '12 \\pmod 7',
    verdict: 'incorrect',
    rule: 'policy: a number above the modulus is a class, not a number',
  },
  { truth: '2k+1, k\\in\\mathbb{Z}', answer: '2m-1', verdict: 'correct', rule: 'one side may declare the integer' },
  {
    truth: '2k+1, k\\in\\mathbb{Z}',
    answer: '2k+1, k\\in\\mathbb{R}',
    verdict: 'incorrect',
    rule: 'one side may declare the integer',
  },
  {
    truth: 'n \\equiv 1 \\pmod 6',
    answer: 'n = 6k+1, k\\in\\mathbb{Z}',
    verdict: 'correct',
    rule: 'a congruence is a family',
  },
  {
    truth: 'n = 4k + 1',
    answer: 'n = 4m + 1, m\\in\\mathbb{Z}',
    verdict: 'correct',
    rule: 'the answer may declare its own letter',
  },
  { truth: 'x = -2', answer: 'x + 2 = 0', verdict: 'correct', rule: "a line's general form, leading coefficient 1" },
  { truth: 'x + 2 = 0', answer: 'x = -2', verdict: 'incorrect', rule: 'not vice versa' },
  { truth: 'y = 1/x', answer: 'x = 1/y', verdict: 'correct', rule: 'solved for another variable; more solutions' },
  {
    truth: 'y = 1/x',
    answer: 'x(x-5)y = x-5',
    verdict: 'incorrect',
    rule: 'solved for another variable; more solutions',
  },
  { truth: '4', answer: 'x^2 + y^2 = 4', verdict: 'incorrect', rule: 'equations in several variables are no value' },
  { truth: 'x=y=z=1', answer: '(1,1,1)', verdict: 'correct', rule: 'a chain gives each variable its value' },
  { truth: 'A \\subseteq B', answer: 'B \\subseteq A', verdict: 'incorrect', rule: 'relations have a direction' },
  { truth: '[0, 1)', answer: '[0, 1]', verdict: 'incorrect', rule: 'endpoints matter' },
  {
    truth: '17',
    answer: 'a + b = 3 + 14 = 17',
    verdict: 'correct',
    rule: 'a calculation may begin with variables if the work is shown',
  },
  {
    truth: '\\{2, 4, 6\\}',
    answer: '\\{2k : k = 1, 2, 3\\}',
    verdict: 'correct',
    rule: 'a set whose variable has few values is listed',
  },
  {
    truth: 'x=1 \\text{ and } y=2',
    answer: 'x=1 \\text{ or } y=2',
    verdict: 'incorrect',
    rule: 'connectives are part of the answer',
  },
  { truth: '30', answer: '30^\\circ', verdict: 'correct', rule: 'degrees may be added' },
  {
    truth: '\\frac{\\pi}{6}',
    answer: '\\frac{\\pi}{6}^\\circ',
    verdict: 'incorrect',
    rule: 'degrees may not be added to radians',
  },
  {
    truth: '180(n-2)^\\circ',
    answer: '180n^\\circ',
    verdict: 'incorrect',
    rule: 'policy: an undeclared letter is a variable',
  },
  {
    truth: '\\vec{a}+\\vec{b}',
    answer: '\\mathbf{a}+\\mathbf{b}',
    verdict: 'correct',
    rule: 'policy: arrows and bold type are presentation',
  },
  { truth: '3', answer: 'x \\equiv 3 \\pmod 7', verdict: 'incorrect', rule: 'a congruence is no value' },
  { truth: '2\\text{:}30\\text{ pm}', answer: '14\\text{:}30', verdict: 'correct', rule: 'times of day' },
  { truth: '\\frac{3}{4}', answer: '\\text{three quarters}', verdict: 'correct', rule: 'numbers in words' },
  {
    truth: 'x > 3',
    answer: '2x > 6 \\implies x > 3',
    verdict: 'correct',
    rule: 'a solved premise must equal the conclusion',
  },
  {
    truth: 'x > 3',
    answer: 'x > 5 \\implies x > 3',
    verdict: 'incorrect',
    rule: 'a solved premise must equal the conclusion',
  },
  {
    truth: 'x \\le -2 \\text{ or } x \\ge 2',
    answer: '(-\\infty,-2] \\cup [2,\\infty)',
    verdict: 'correct',
    rule: 'a solved inequality is its interval, and vice versa',
  },
  { truth: '\\frac{1}{2}', answer: '0.5', verdict: 'correct', rule: 'decimals are exact' },
  { truth: '\\text{(B)}', answer: '\\text{B}', verdict: 'correct', rule: 'choice letters' },
  {
    truth: '\\mathbb{R} \\setminus \\{0\\}',
    answer: '\\text{all nonzero real numbers}',
    verdict: 'correct',
    rule: 'other sets',
  },
];

describe('the tables of what is equal in docs/verification.md', () => {
  it('are read whole', () => {
    expect(rows.filter((cells) => cells.length !== 4)).toEqual([]);
    expect(pairs).toHaveLength(
      (section.match(/^\| `.*$/gm) ?? []).flatMap((row) => codes(row.replace(/[^|]*\|$/, ''))).length - rows.length,
    );
    expect(pairs.length).toBeGreaterThan(60);
  });

  it.each([...pairs, ...MORE])(
    'say of $truth and $answer what happens: $verdict, $rule',
    ({ truth, answer, verdict }) => {
      expect(verifyMath(`Therefore $\\boxed{${answer}}$.`, truth).kind).toBe(verdict);
    },
  );
});
