import { describe, expect, it } from 'vitest';
import { mathdNormalForm } from '../../../../../src/compat/prime/internal/mathd-normal-form.js';

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
