import { describe, expect, it } from 'vitest';
import { primeGrade } from '../../../../src/compat/index.js';
import { matchAnswer } from '../../../../src/compat/prime/prime-grade.js';

const accepted = (output: string, truth: string): boolean => primeGrade(output, truth).isCorrect;

describe('grading as the release did', () => {
  it('returns the extracted answer, the stage that accepted it and the format as the reference does', () => {
    expect(primeGrade('Step 2: \\boxed{13}', '12')).toEqual({
      isCorrect: false,
      formatCorrect: true,
      extracted: '13',
      matched: true,
      stage: 'none',
    });
    expect(primeGrade('so \\boxed{\\frac{1}{2}}', '0.5')).toMatchObject({ stage: 'mathd', formatCorrect: true });
  });

  it.each([
    ['1,000,000', '1000000', 'normalize'],
    ['0.75', '3/4', 'sympy'],
    ['x^2+2x+1', '(x+1)^2', 'sympy'],
    ['\\frac{1}{\\sqrt{2}}', '\\frac{\\sqrt{2}}{2}', 'sympy'],
    ['(1/2,1)', '(0.5,1)', 'sympy'],
    ['500', '5', 'math_equal'],
    ['2\\pi', '6.28', 'math_equal'],
    ['Interval(1,2)', '[1,2]', 'math_equal'],
  ])('accepts %s for %s at the stage %s', (output, truth, stage) => {
    expect(primeGrade(output, truth)).toMatchObject({ isCorrect: true, stage });
  });

  it.each([
    ['84/2', '42'],
    ['2^{3}', '8'],
    ['\\frac{6}{8}', '\\frac{3}{4}'],
    ['5 kg', '5'],
    ['\\{1,2\\}', '\\{2,1\\}'],
    ['x > 3', '3 < x'],
    ['0.1+0.2', '0.3'],
  ])('refuses %s for %s, as the reference does', (output, truth) => {
    expect(primeGrade(output, truth)).toMatchObject({ isCorrect: false, stage: 'none' });
  });

  it('keeps the leniencies that make it unfit as a judge', () => {
    expect(accepted('monday', 'mon')).toBe(true);
    expect(accepted('10001', '10000')).toBe(true);
    expect(accepted('\\frac{x+1}{2}', 'x+1/2')).toBe(true);
    expect(accepted('\\cfrac{1}{2}', '12')).toBe(true);
    expect(accepted('9999999999999999999999999', '9999999999999999999999998')).toBe(true);
  });

  it('computes around pi without running text as code', () => {
    expect(accepted('\\pi and 100', '100')).toBe(true);
    expect(accepted('[0, 2\\pi]', '[0,6.283]')).toBe(true);
    expect(accepted('__import__("os").getpid()*0+\\pi', '3.14159')).toBe(false);
    expect(accepted('9**9**9**9*\\pi', '1')).toBe(false);
  });
});

describe('finding the answer as the release did', () => {
  it.each([
    ['The answer is 3. So the answer is 4', '4'],
    ['ANSWER: 42', '42'],
    ['3 is the answer. \\boxed{4}', '3'],
    ['First \\boxed{1}, then \\boxed{2}', '2'],
    ['\\boxed{\\boxed{3}}', '3'],
    ['\\fbox{7}', '7'],
    ['\\boxed{5', '\\boxed{5'],
    ['\\boxed{} x = 2', '2'],
    ['Let me think... the total is 15 = 3 * 5', 'Let me think..'],
    ['x = 7', '7'],
    ['5=', ''],
    ['We get\n9', '9'],
    ['the sum is\n10', '10'],
    ['\\boxed } {8}', '\\boxed } {8}'],
  ])('reads %j as %j', (output, extracted) => {
    expect(matchAnswer(output).extracted).toBe(extracted);
  });

  it('says that something was matched only when the answer holds a digit', () => {
    expect(matchAnswer('The answer is 7').matched).toBe(true);
    expect(matchAnswer('The answer is seven').matched).toBe(false);
    expect(matchAnswer('7').matched).toBe(false);
  });
});
