import { describe, expect, it } from 'vitest';
import { extractAnswer, parseMath, verifyMath } from '../../../../src/verify/index.js';

const tex = String.raw;
const TRUTHS = ['42', 'x = 5', tex`\{1, 2\}`, tex`\emptyset`];

const ENVIRONMENTS = 'cases dcases rcases matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix array'.split(' ');
const BODIES = [
  '',
  ' ',
  '&',
  tex`\\`,
  tex`& \\ &`,
  ',',
  tex`\hline`,
  tex`\text{}`,
  tex`\phantom{1}`,
  tex`\quad`,
  tex`\,`,
];
const AROUND: readonly ((inner: string) => string)[] = [
  (inner) => inner,
  (inner) => tex`\left\{${inner}\right.`,
  (inner) => tex`\begin{aligned}${inner}\end{aligned}`,
  (inner) => tex`\begin{pmatrix}${inner}\end{pmatrix}`,
  (inner) => `f(x)=${inner}`,
  (inner) => `x=${inner}`,
  (inner) => tex`\det ${inner}`,
  (inner) => tex`(${inner}, ${inner})`,
];

describe('a structure without items', () => {
  for (const name of ENVIRONMENTS) {
    const written = BODIES.flatMap((body) =>
      AROUND.map((around) => around(tex`\begin{${name}}${name === 'array' ? '{l}' : ''}${body}\end{${name}}`)),
    );

    it(`is no answer: ${name}`, () => {
      for (const answer of written)
        for (const gold of TRUTHS)
          expect([answer, gold, verifyMath(tex`\boxed{${answer}}`, gold).kind]).toContain('incorrect');
    });

    it(`is no ground truth, which costs no answer anything: ${name}`, () => {
      for (const gold of written) expect([gold, verifyMath(tex`\boxed{42}`, gold).kind]).not.toContain('correct');
    });
  }

  it('is not parsed', () => {
    expect(parseMath(tex`\begin{cases}\end{cases}`).kind).toBe('unparsed');
    expect(parseMath(tex`\left\{\begin{array}{l} & \\ \end{array}\right.`).kind).toBe('unparsed');
    expect(extractAnswer(tex`\boxed{\begin{vmatrix}\end{vmatrix}}`)?.kind).toBe('box');
  });
});

describe('what nothing is said by', () => {
  it.each([
    // Nothing but spaces.
    [tex`\left\right`, tex`\boxed{\,\!}`],
    // Words that say nothing of what is described.
    ['of the', tex`\boxed{\text{is at}}`],
    // A function that is defined nowhere.
    [
      tex`\begin{cases} x & x < 0 \text{ and } x > 1 \end{cases}`,
      tex`\boxed{\begin{cases} x^2 & x < 3 \text{ and } x > 4 \end{cases}}`,
    ],
    // A group of TeX that holds nothing.
    [tex`\emptyset`, tex`\boxed{\begin{pmatrix} {} \end{pmatrix}}`],
    [tex`\emptyset`, tex`\boxed{{}-{}}`],
  ])('%s is not answered by %s', (gold, response) => {
    expect(verifyMath(response, gold).kind).not.toBe('correct');
  });

  it.each([
    [tex`\emptyset`, tex`\boxed{\{\}}`],
    [tex`\emptyset`, '{}'],
    [tex`\{\}`, tex`\boxed{S = {}}`],
    [tex`\emptyset`, tex`\boxed{\{x \in \mathbb{Z} : 0 < x < 1\}}`],
    [tex`\{x \in \mathbb{Z} : 0 < x < 1\}`, tex`\boxed{\text{no solution}}`],
  ])('the empty set is an answer: %s by %s', (gold, response) => {
    expect(verifyMath(response, gold).kind).toBe('correct');
  });
});

describe('letters in another structure', () => {
  it.each([
    ['(a, b)', '[a, b]'],
    ['(a, b)', 'a-b'],
    ['a-b', '(a)(b)'],
    ['x, y', 'x-y'],
    ['[a, b]', 'a; b'],
  ])('%s is not %s, though both are of the same letters', (gold, answer) => {
    expect(verifyMath(tex`\boxed{${answer}}`, gold).kind).toBe('incorrect');
  });
});
