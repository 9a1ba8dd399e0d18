import { describe, expect, it } from 'vitest';
import { answerNormalForm } from '../../../../../src/compat/prime/internal/answer-normal-form.js';

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
