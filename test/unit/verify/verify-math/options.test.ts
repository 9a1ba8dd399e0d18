import { describe, expect, it } from 'vitest';
import { verifyMath } from '../../../../src/verify/index.js';
import { rows } from './rules/rows.js';

describe('with barePercent', () => {
  it.each([
    ['25', String.raw`\boxed{25\%}`],
    ['25', String.raw`The answer is 25 percent.`],
    ['0.5', String.raw`\boxed{0.5\%}`],
    ['0.25', String.raw`\boxed{25\%}`],
  ])('takes the number %s of a data set for the percentage in %s', (groundTruth, response) => {
    expect(verifyMath(response, groundTruth, { barePercent: true }).kind).toBe('correct');
  });

  it('takes no other percentage, and none at all where it is left out', () => {
    expect(verifyMath(String.raw`\boxed{26\%}`, '25', { barePercent: true }).kind).toBe('incorrect');
    expect(verifyMath(String.raw`\boxed{25^\circ\%}`, '25', { barePercent: true }).kind).toBe('incorrect');
    expect(verifyMath(String.raw`\boxed{25\%}`, '25').kind).toBe('incorrect');
    for (const other of [
      '‰',
      '\\permil',
      '\\text{ ppm}',
      '\\text{ ppb}',
      '\\text{ per mille}',
      '\\text{ basis points}',
    ])
      expect([other, verifyMath(`\\boxed{25${other}}`, '25', { barePercent: true }).kind]).toContain('incorrect');
  });
});

describe('with boxes that count after statements or not at all', () => {
  it.each(['after-statements', 'ignored'] as const)('takes no box behind the answer for another one: %s', (boxes) => {
    const response = String.raw`The final answer is $9999$, \boxed{1}`;
    expect(verifyMath(response, '9999', { search: { boxes } }).kind).toBe('correct');
    expect(verifyMath(`${response}, or 2`, '9999', { search: { boxes } }).kind).toBe('incorrect');
    expect(verifyMath(response, '9999').kind).toBe('incorrect');
  });
});

/** `⇔` passes where an answer has to be evaluated, `⇎` does not. */
const EVALUATED = rows(String.raw`
936 ⇎ 2^{2024} \bmod 1000
16 ⇎ 2^{2024} \bmod 100
143 ⇎ \gcd(1001,2431)
143 ⇔ \gcd(1001,2431) = 143
16 ⇔ 2^{2024} \bmod 100 = 16
2766020700 ⇎ \sum_{k=1}^{2024} k^2
55 ⇎ \sum_{k=1}^{10} k
120 ⇎ \prod_{k=1}^{5} k
120 ⇔ 5!
120 ⇔ \binom{10}{3}
1024 ⇔ 2^{10}
2^{2024}-1 ⇔ 2^{2024} - 1
2^{2024}-1 ⇔ 2\cdot 2^{2023}-1
2^{2024}-1 ⇎ \sum_{k=0}^{2023} 2^k
\sqrt{2} ⇔ \sqrt{2}
3\sqrt2 ⇔ \sqrt{18}
\frac{\pi}{4} ⇔ \frac{\pi}{4}
\frac{\pi}{4} ⇎ \arctan 1
\ln 2 ⇔ \ln 2
\ln 2 ⇔ \frac12\ln 4
2 ⇎ \log_2 4
3 ⇎ \sqrt{9}
\frac12 ⇎ \cos 60^\circ
9900 ⇎ \frac{100!}{98!}
4 ⇎ \frac{2^{100}}{2^{98}}
2047276 ⇎ \binom{2024}{2}
5 ⇎ \begin{vmatrix}1&2\\-1&3\end{vmatrix}
5 ⇎ \lfloor 5.7 \rfloor
5 ⇎ \max(3,5)
5 ⇎ |-5|
7 ⇎ 3+4+\dots
5050 ⇎ 1+2+3+\dots+100
\frac{n(n+1)}{2} ⇎ \sum_{k=1}^n k
\frac{n(n+1)}{2} ⇔ \frac{n^2+n}{2}
\gcd(n,6) ⇔ \gcd(6,n)
\lfloor n/2\rfloor ⇔ \lfloor \frac{n}{2}\rfloor
x=5 ⇔ 5
(1,2) ⇎ (\gcd(3,5), 2)
\{-2,2\} ⇎ \{x : x^2 = 4\}
(2,\infty) ⇔ \{x : x>2\}
\{1,2,3\} ⇎ \{1,2\}\cup\{3\}
(0,1) ⇎ (-1,1)\cap(0,2)
\begin{pmatrix}19&22\\43&50\end{pmatrix} ⇎ \begin{pmatrix}1&2\\3&4\end{pmatrix}\begin{pmatrix}5&6\\7&8\end{pmatrix}
\begin{pmatrix}2&4\end{pmatrix} ⇔ 2\begin{pmatrix}1&2\end{pmatrix}
2x ⇎ \frac{d}{dx} x^2
25\% ⇔ \frac14
5\text{ cm} ⇔ 5
7 \pmod{10} ⇔ 7 \pmod{10}
x \equiv 6 \pmod{10} ⇎ x \equiv 2^{2024} \pmod{10}
x \equiv 6 \pmod{10} ⇔ x \equiv 6 \pmod{10}
\frac{10}{21} ⇔ \frac{\binom{5}{2}\binom{4}{1}}{\binom{9}{3}}
e^2 ⇔ \exp(2)
\sin x ⇔ \sin x
\frac{1+\sqrt5}{2} ⇔ \frac{1}{2}+\frac{\sqrt5}{2}
\frac{\sqrt2}{2} ⇎ \sin 45^\circ
\sum_{k=1}^n \frac1k ⇔ \sum_{j=1}^n \frac1j
-50 ⇔ -50
1001 ⇎ 7 \cdot 11 \cdot 13 + 1 + 2 + 3 + 4 - 10 + 1 - 1
\arccos\frac13 ⇔ \arccos\frac{1}{3}
\text{(B)} ⇔ B
3 ⇎ \ln(e^3)
0 ⇎ \sin(\pi)
9^{1/2} ⇎ \log 1000
3 ⇎ 9^{1/2}
343 ⇎ 7^{7^7} \bmod 1000
7^{7^7} ⇔ 7^{823543}
6 ⇎ \text{lcm}(2,3)
6 ⇎ 6^{100} \bmod 10
-1 ⇎ e^{i\pi}
1 ⇎ i^{2024}
1 ⇎ \pi/\pi
1 ⇎ \frac{\pi}{\pi}
1 ⇎ x/x
0 ⇎ x-x
1 ⇎ e^0
0 ⇎ \pi-\pi
-1 ⇎ i^2
-1 ⇎ (-1)^{2023}
1 ⇎ 1^{100}
1 ⇎ \frac{e^5}{e^5}
2 ⇎ (1+i)(1-i)
i ⇎ i^{2025}
e ⇎ \frac{e^{100}}{e^{99}}
0 ⇎ 0^{2024}
1 ⇔ 2024^0
1 ⇎ (\sqrt{2})^0
1 ⇎ \frac{\infty}{\infty}
2x ⇎ \frac{2x\pi}{\pi}
1 ⇔ 1
\pi ⇔ \frac{2\pi}{2}
\frac{\pi}{4} ⇔ \frac{\pi}{4}
180^\circ ⇔ \pi
2+3i ⇔ 3i+2
e^{i\pi/3} ⇔ \frac12+\frac{\sqrt3}{2}i
e ⇔ e
e^2 ⇔ e^2
e^2 ⇔ e\cdot e
5 ⇎ \frac{5x}{x}
(1,2) ⇎ (x/x,2)
1 ⇎ -i^2
2i ⇔ (1+i)^2
1024 ⇔ 2^{10}
120 ⇔ 5!
1 ⇔ x=1
5 ⇔ 2x=10 \implies x=5
(2,\infty) ⇔ x>2
(-\infty,-2)\cup(2,\infty) ⇔ |x|>2
\text{odd integers} ⇔ 2k+1, k\in\mathbb{Z}
x^2 ⇔ x^2
\frac{2}{3}\pi ⇔ \frac{2\pi}{3}
\ln 2 ⇔ \frac{\ln 4}{2}
(1,2) ⇔ (1,2)
\begin{pmatrix}1\\2\end{pmatrix} ⇔ (1,2)
\begin{pmatrix}1\\2\end{pmatrix} ⇔ \vec{i}+2\vec{j}
\begin{pmatrix}1\\2\end{pmatrix} ⇔ i+2j
|x| ⇔ \sqrt{x^2}
5 ⇔ 5\text{ cm}
1000 ⇔ 10^3
1/2 ⇔ 2^{-1}
\{1,2\} ⇔ x=1 \text{ or } x=2
\cos x ⇔ \frac{e^{ix}+e^{-ix}}{2}
\frac{1}{2}+\frac{\sqrt3}{2} i ⇔ \frac{1+i\sqrt3}{2}
\pm i ⇔ i, -i
`);

describe('with requireEvaluated', () => {
  for (const { groundTruth, response, verdict } of EVALUATED) {
    it(`${JSON.stringify(groundTruth)} against ${JSON.stringify(response)} is ${verdict}`, () => {
      expect(verifyMath(response, groundTruth, { requireEvaluated: true }).kind).toBe(verdict);
    });
  }

  it('says why, and asks for nothing where it is left out', () => {
    const response = String.raw`\boxed{\gcd(1001, 2431)}`;
    expect(verifyMath(response, '143', { requireEvaluated: true })).toMatchObject({
      kind: 'incorrect',
      reason: expect.stringContaining('not evaluated') as string,
      cause: 'unsupported',
    });
    expect(verifyMath(response, '143').kind).toBe('correct');
  });
});
