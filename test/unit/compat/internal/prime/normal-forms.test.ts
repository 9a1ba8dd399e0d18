import { describe, expect, it } from 'vitest';
import { answerNormalForm } from '../../../../../src/compat/internal/prime/answer-normal-form.js';
import { mathdNormalForm } from '../../../../../src/compat/internal/prime/mathd-normal-form.js';
import { parseFloatText, printFloat, strip } from '../../../../../src/compat/internal/prime/python-text.js';

describe('the first normal form', () => {
  it.each([
    ['\\frac12', '\\frac{1}{2}'],
    ['\\dfrac{3}{4}', '\\frac{3}{4}'],
    ['3/4', '\\frac{3}{4}'],
    ['03/4', '03/4'],
    ['0.5', '\\frac{1}{2}'],
    ['.5', '\\frac{1}{2}'],
    ['\\sqrt3', '\\sqrt{3}'],
    ['\\sqrt 3', '\\sqrt{}3'],
    ['x = 5', '5'],
    ['abc=5', 'abc=5'],
    ['12 \\text{ cm}^2', '12'],
    ['a\\text{ b}\\text{ c}', 'a\\text{ b}\\text{ c}'],
    ['\\frac', '\\frac'],
    ['5\n6', '56'],
    ['60^{\\circ}', '60'],
    ['\\text{ yes }', 'yes'],
  ])('of %j is %j', (answer, form) => {
    expect(mathdNormalForm(answer)).toBe(form);
  });
});

describe('the second normal form', () => {
  it.each([
    ['1,234,567', '1234567'],
    ['1,234,567,890', '1,234,567,890'],
    ['1E3', '1000'],
    ['１２', '12'],
    ['٣', '3'],
    ['7\\frac{3}{4}', '7+3/4'],
    ['-1 1/2', '-1+1/2'],
    ['5 million', '5 *10^6'],
    ['12 cm^2', '12'],
    ['Monday', 'mon'],
    ['{12}', '12'],
    ['50\\%', '50'],
    ['2 and 3', '2 , 3'],
    ['4.99999999', '5'],
    ['1,004.99999999', '1004'],
    ['\\sqrt', '\\sqrt'],
    ['-\\infty', '-inf'],
    ['1e999', '1e999'],
  ])('of %j is %j', (answer, form) => {
    expect(answerNormalForm(answer)).toBe(form);
  });
});

describe('reading text as the reference does', () => {
  it('reads its float literals and no others', () => {
    expect(['1_000', ' 5. ', '.5', '+3', 'Infinity', '-inf', '1e-5'].map(parseFloatText)).toEqual([
      1000,
      5,
      0.5,
      3,
      Infinity,
      -Infinity,
      1e-5,
    ]);
    expect(parseFloatText('nan')).toBeNaN();
    for (const text of ['', '.', '1__0', '_1', '0x10', '1 2', '--1', '1e', 'infinit'])
      expect(parseFloatText(text)).toBeUndefined();
  });

  it('prints floats as it does', () => {
    expect([5, 0.1, 1e16, 1.5e-5, 0.0001, -0, 123456789012345680, NaN, -Infinity].map(printFloat)).toEqual([
      '5.0',
      '0.1',
      '1e+16',
      '1.5e-05',
      '0.0001',
      '-0.0',
      '1.2345678901234568e+17',
      'nan',
      '-inf',
    ]);
  });

  it('strips its own idea of whitespace', () => {
    expect(strip('\x1c\u00a0 a b\u2003\n')).toBe('a b');
    expect(strip('\ufeffa')).toBe('\ufeffa');
  });
});
