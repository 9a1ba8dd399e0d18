import { NOT, tex, YES } from '../adversarial/case.js';
import type { CaseRow } from '../adversarial/case.js';
import { ending, inASentence } from './responses.js';

// Inequalities and their solutions; classes of numbers.

export const INEQUALITIES: readonly CaseRow[] = ending(inASentence, [
  [tex`x \le -2 \text{ or } x \ge 2`, tex`(-\infty, -2] \cup [2, \infty)`, YES, 'union'],
  [tex`x \le -2 \text{ or } x \ge 2`, tex`|x| \ge 2`, YES, 'by size'],
  [tex`x \le -2 \text{ or } x \ge 2`, tex`x \in (-\infty, -2] \cup [2, \infty)`, YES, 'membership'],
  [tex`x \le -2 \text{ or } x \ge 2`, tex`x \in (-\infty, -2) \cup (2, \infty)`, NOT, 'open'],
  [tex`x \le -2 \text{ or } x \ge 2`, tex`[-2, 2]`, NOT, 'inside'],
  [tex`x^2 < 4`, tex`-2 < x < 2`, NOT, 'an unsolved gold is not its solution'],
  [tex`(-2, 2)`, tex`x^2 < 4`, NOT, 'unsolved'],
  [tex`x^2 = 4`, tex`x = \pm 2`, NOT, 'unsolved equation'],
  [tex`x = \pm 2`, tex`x^2 = 4`, NOT, 'unsolved equation'],
  [tex`x = \pm 2`, tex`x = 2, -2`, YES, 'list'],
  [tex`x = \pm 2`, tex`\{-2, 2\}`, YES, 'set'],
  [tex`3 \le x`, tex`x \ge 3`, YES, 'turned'],
  [tex`3 \le x`, tex`x > 3`, NOT, 'strict'],
  [tex`3 \le x`, tex`[3, \infty)`, YES, 'interval'],
  [tex`3 \le x`, tex`(3, \infty)`, NOT, 'open'],
  [tex`3 \le x < 7`, tex`[3, 7)`, YES, 'half open'],
  [tex`3 \le x < 7`, tex`3 \le x \text{ and } x < 7`, YES, 'and'],
  [tex`3 \le x < 7`, tex`3 \le x, x < 7`, YES, 'comma'],
  [tex`3 \le x < 7`, tex`3 \le x \text{ or } x < 7`, NOT, 'or'],
  [tex`3 \le x < 7`, tex`x \ge 3`, NOT, 'half of it'],
  [tex`3 \le x < 7`, tex`7 > x \ge 3`, YES, 'turned'],
  [tex`a < 1`, tex`b < 1`, NOT, 'another name'],
  [tex`m > 3`, tex`m \in (3, +\infty)`, YES, 'plus infinity'],
  [tex`m > 3`, tex`m \in (3, -\infty)`, NOT, 'minus infinity'],
  [tex`m \neq 3`, tex`m = 3`, NOT, 'not equal'],
  [tex`m \neq 3`, tex`(-\infty, 3) \cup (3, \infty)`, YES, 'all but one'],
  [tex`m \ne 0, 1`, tex`m \ne 0 \text{ and } m \ne 1`, YES, 'all but two'],
  [tex`(0,1)`, tex`0 \leqslant x \leqslant 1`, NOT, 'closed'],
  [tex`\left(\frac12, \infty\right)`, tex`x > 0.5`, YES, 'decimal end'],
  [tex`\left(\frac12, \infty\right)`, tex`x > \frac{1}{3}`, NOT, 'end'],
  [tex`[2,2]`, tex`\{2\}`, YES, 'a point'],
  [tex`(-\infty, 2) \cup (2, 5]`, tex`x \le 5, x \ne 2`, YES, 'all but one below a bound'],
  [tex`(-\infty, 2) \cup (2, 5]`, tex`(-\infty, 5]`, NOT, 'hole'],
  [tex`(-\infty, 2) \cup (2, 5]`, tex`(2, 5] \cup (-\infty, 2)`, YES, 'order'],
  [tex`\mathbb{R}`, tex`(-\infty, +\infty)`, YES, 'reals'],
  [tex`\mathbb{R}`, tex`\mathbb{Z}`, NOT, 'integers'],
  [tex`\mathbb{N}`, tex`\text{all natural numbers}`, YES, 'words'],
  [tex`\{x : x > 1\}`, tex`(1, \infty)`, YES, 'builder'],
]);

export const CONGRUENCES: readonly CaseRow[] = ending(inASentence, [
  [tex`1011_2`, tex`1011_2`, YES, 'same'],
  [tex`1011_2`, tex`1011_{\text{two}}`, YES, 'base in words'],
  [tex`1011_2`, tex`1101_2`, NOT, 'digits'],
  [tex`\text{A}3_{16}`, tex`A3_{16}`, YES, 'hexadecimal'],
  [tex`A3_{16}`, tex`3A_{16}`, NOT, 'hexadecimal'],
  [tex`x \equiv 2 \pmod{5}`, tex`x \equiv -3 \pmod 5`, YES, 'same class'],
  [tex`x \equiv 2 \pmod{5}`, tex`x \equiv 2 \pmod{10}`, NOT, 'other modulus'],
  [tex`x \equiv 2 \pmod{5}`, tex`x \equiv 2 \bmod 5`, YES, 'bmod'],
  [tex`2`, tex`17 \bmod 5`, YES, 'mod value'],
  [tex`3`, tex`17 \bmod 5`, NOT, 'mod value'],
]);
