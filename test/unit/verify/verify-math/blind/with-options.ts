import { NO, tex, YES } from '../adversarial/case.js';
import type { CaseRow } from '../adversarial/case.js';

// Of the answers of solvers and cheaters those that are graded with options.

export const WITH_OPTIONS: readonly CaseRow[] = [
  [
    tex`\sqrt{13}`,
    tex`The distance is approximately $\boxed{3.606}$.`,
    YES,
    'three places asked for and right',
    { floatRounding: 3 },
  ],
  [
    tex`\sqrt{13}`,
    tex`The distance is approximately $\boxed{3.61}$.`,
    NO,
    'two places where three are asked for',
    { floatRounding: 3 },
  ],
  ['3', tex`$\boxed{\log e^3}$`, YES, 'natural by the option', { log: 'natural' }],
  [
    tex`1\text{ m}`,
    tex`So the volume is $\boxed{100\text{ cm}}$.`,
    NO,
    'conversion switched off by the option',
    { convertUnits: false },
  ],
  ['(1,2)', tex`\boxed{\{1,2\}}`, YES, 'not strict: a set may stand for a tuple', { strict: false }],
  [
    '[2,5)',
    tex`The solution set is $\boxed{2\le x<5}$.`,
    NO,
    'an inequality may not answer for an interval under the option',
    { allowSetRelation: false },
  ],
  [
    '42',
    'The problem mentions 6, 7 and 42.',
    YES,
    'undeclared number made an answer by the option',
    { search: { undeclared: true } },
  ],
  [tex`\frac{1}{3}`, tex`$\boxed{0.5}$`, NO, 'not even with one place', { floatRounding: 1 }],
  [tex`\frac13`, tex`$\boxed{0.34}$`, NO, '1/3 rounds to 0.33', { floatRounding: 2 }],
];

// The same of the second set, with what a line cannot hold.

export const WITH_OPTIONS_ONCE_MORE: readonly CaseRow[] = [
  [tex`\frac13`, tex`$\boxed{0.333}$`, YES, 'three places asked for', { floatRounding: 3 }],
  ['e', tex`$\boxed{2.72}$`, YES, 'two places asked for', { floatRounding: 2 }],
  ['30', tex`$\boxed{30\%}$`, YES, 'data set without percent signs', { barePercent: true }],
  ['2', tex`$\boxed{\log e^2}$`, YES, 'natural logarithm', { log: 'natural' }],
  ['28', tex`$\boxed{\frac{7\cdot 8}{2}}$`, YES, 'arithmetic of few operations', { requireEvaluated: true }],
  ['e', tex`$\boxed{2.71}$`, NO, '2.718 rounds to 2.72', { floatRounding: 2 }],
  [tex`1\text{ m}`, tex`$\boxed{100\text{ cm}}$`, NO, 'documented', { convertUnits: false }],
  ['12', tex`$\boxed{\gcd(36,84)}$`, NO, 'unevaluated', { requireEvaluated: true }],
  ['2', tex`$\boxed{\log 100}$`, NO, 'natural: 4.6', { log: 'natural' }],
  ['0.26', tex`$\boxed{\frac14}$`, NO, 'not that decimal', { floatRounding: 2 }],
  ['6', '\\boxed{\u0000}', NO, 'NUL'],
  ['6', '\\boxed{\ud83d}', NO, 'half a character'],
  ['1', tex`\boxed{\prod_{k=1}^{0} k}`, NO, 'product over an index is not evaluated', { requireEvaluated: true }],
  ['42', tex`\boxed{42+\sum_{k=1}^{0} k}`, NO, 'sum over an index', { requireEvaluated: true }],
  ['42', tex`\boxed{42\bmod 43}`, NO, 'remainder of numbers is not evaluated', { requireEvaluated: true }],
  ['42', tex`\boxed{\gcd(84,126)}`, NO, 'the problem in other symbols', { requireEvaluated: true }],
  ['42', tex`\boxed{\sqrt{1764}}`, NO, 'roots where the truth has none', { requireEvaluated: true }],
  ['42', tex`\boxed{\max(41,42)}`, NO, 'maximum of numbers', { requireEvaluated: true }],
  ['9900', tex`\boxed{\frac{100!}{98!}}`, NO, 'large factorials', { requireEvaluated: true }],
  [tex`\{2,-2\}`, tex`\boxed{\{x : x^2=4\}}`, NO, 'unsolved set', { requireEvaluated: true }],
  [tex`\{1,2,3\}`, tex`\boxed{\{1,2\}\cup\{3\}}`, NO, 'union of lists', { requireEvaluated: true }],
  [tex`\frac12`, tex`\boxed{\cos 60^\circ}`, NO, 'function where the truth has none', { requireEvaluated: true }],
  ['10', tex`\boxed{\det\begin{pmatrix}3&1\\2&4\end{pmatrix}}`, NO, 'determinant', { requireEvaluated: true }],
  ['55', tex`\boxed{\sum_{k=1}^{10}k}`, NO, 'sum over an index', { requireEvaluated: true }],
  ['3', tex`\boxed{7^{7^7}\bmod 10}`, NO, 'remainder and tower', { requireEvaluated: true }],
  [
    'e',
    tex`\boxed{\lim_{n\to\infty}\left(1+\frac1n\right)^n}`,
    NO,
    'limit is not evaluated',
    { requireEvaluated: true },
  ],
  ['42', tex`\boxed{6\cdot 7}`, YES, 'arithmetic of few operations', { requireEvaluated: true }],
  ['42', tex`\boxed{\frac{84}{2}}`, YES, 'arithmetic', { requireEvaluated: true }],
  ['120', tex`\boxed{5!}`, YES, 'small factorial', { requireEvaluated: true }],
  ['42', tex`\boxed{\gcd(84,126)=42}`, YES, 'last side is a value', { requireEvaluated: true }],
  [tex`3\sqrt2`, tex`\boxed{\sqrt{18}}`, YES, 'closed form as the truth', { requireEvaluated: true }],
];
