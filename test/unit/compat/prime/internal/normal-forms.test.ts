import { describe, expect, it } from 'vitest';
import { mathdNormalForm, answerNormalForm } from '../../../../../src/compat/prime/internal/normal-forms.js';

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
