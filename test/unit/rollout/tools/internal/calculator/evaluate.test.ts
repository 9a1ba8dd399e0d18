import { describe, expect, it } from 'vitest';
import { createEvaluator } from '../../../../../../src/rollout/tools/internal/calculator/evaluate.js';

const evaluate = createEvaluator('number');

describe('createEvaluator', () => {
  it.each([
    ['2 + 3 * 4', '14'],
    ['2^53', '9007199254740992'],
    ['0.1 + 0.2', '0.30000000000000004'],
    ['sqrt(3^2 + 4^2)', '5'],
    ['5 inch to cm', '12.7 cm'],
    ['det([1, 2; 3, 4])', '-2'],
    ['x = 7; x^2 - 1', '48'],
    ['sum(1:100)', '5050'],
    ['3 > 2 ? 10!  : 0', '3628800'],
    ['1 < 2 < 3', 'true'],
    ['sqrt(-4)', '2i'],
    ['combinations(10, 3)', '120'],
    ['sin(pi / 2)', '1'],
    ['1 / 0', 'Infinity'],
  ])('%s is %s', (expression, text) => {
    expect(evaluate(expression)).toEqual({ kind: 'ok', text });
  });

  it('reckons exactly where it is told so', () => {
    expect(createEvaluator('Fraction')('1/3 + 1/6')).toEqual({ kind: 'ok', text: '1/2' });
    expect(createEvaluator('Fraction')('[1/3 * 6, 1/12, sum(1:3)]')).toEqual({ kind: 'ok', text: '[2, 1/12, 6]' });
    expect(createEvaluator('BigNumber')('2^100 + 1')).toEqual({ kind: 'ok', text: '1267650600228229401496703205377' });
    expect(createEvaluator('BigNumber')('0.1 + 0.2')).toEqual({ kind: 'ok', text: '0.3' });
  });

  it('knows constants to 64 digits', () => {
    const evaluate64 = createEvaluator('BigNumber');
    expect(evaluate64('pi').text).toBe('3.141592653589793238462643383279502884197169399375105820974944592');
    expect(evaluate64('2 * e').text).toBe('5.436563656918090470720574942705324995514494187399919149933935256');
    expect(evaluate64('phi - 1').text).toBe('0.618033988749894848204586834365638117720309179805762862135448623');
  });

  it.each([
    ['sqrt(3^2 + 4^2)', '5'],
    ['5!', '120'],
    ['1e3 + 1/2', '1000.5'],
    ['2 * pi', '6.283185307179586'],
    ['median(1, 2, 3, 4)', '2.5'],
  ])('reckons %s in doubles where fractions fail', (expression, text) => {
    expect(createEvaluator('Fraction')(expression)).toEqual({ kind: 'ok', text });
  });

  it('says what is wrong with an expression, not with fractions', () => {
    expect(createEvaluator('Fraction')('sqrt(y)').text).toBe('CalculatorError: Undefined symbol y');
  });

  it('takes a chain for no nesting', () => {
    const terms = Array.from({ length: 500 }, (_, term) => term);
    expect(evaluate(terms.join(' + '))).toEqual({ kind: 'ok', text: '124750' });
    expect(evaluate(`1${' ^ 1'.repeat(101)}`).text).toBe(
      'CalculatorError: the expression is nested more than 100 deep',
    );
  });

  it.each([
    ['a = 3;', '3'],
    ['a = 3; a + 1; # done', '4'],
  ])('shows the last value of %s', (expression, text) => {
    expect(evaluate(expression)).toEqual({ kind: 'ok', text });
  });

  it('keeps no variable from one expression to the next', () => {
    evaluate('x = 7');
    expect(evaluate('x')).toEqual({ kind: 'error', text: 'CalculatorError: Undefined symbol x' });
  });

  it.each([
    ['', 'the expression is empty'],
    [';', 'the expression is empty'],
    ['2 +', 'Unexpected end of expression'],
    ['nonsense(1)', 'the function nonsense is not available'],
    ['zeros(100000, 100000)', 'the function zeros is not available'],
    ['1:1e12', 'a range goes from one number to another in at most 10000 steps'],
    ['0:1e-9:1', 'a range goes from one number'],
    ['f(x) = f(x)', 'FunctionAssignment is not available'],
    ['cos.constructor("return process")', 'the function constructor is not available'],
    ['cos.constructor("return process")()', 'Value expected'],
    ['[1, 2].map', 'Accessor is not available'],
    ['[1, 2][1]', 'Accessor is not available'],
    ['{a: 1}', 'Object is not available'],
    ['"text"', 'text is not available'],
    ['evaluate("1")', 'the function evaluate is not available'],
    ['import({pi: 3})', 'the function import is not available'],
    ['map([1, 2], sqrt)', 'the function map is not available'],
    ['sqrt', 'sqrt is not available as a value'],
    ['constructor', 'constructor is not available as a value'],
    ['__proto__', '__proto__ is not available as a value'],
    ['x = [1, 2]; x[1] = import', 'assignment to a part is not available'],
  ])('%s is an error', (expression, text) => {
    const answer = evaluate(expression);
    expect(answer.kind).toBe('error');
    expect(answer.text).toContain(text);
  });

  it.each([
    ['abs(', 150, 'CalculatorError: the expression is nested more than 100 deep'],
    ['(', 100_000, 'CalculatorError: Maximum call stack size exceeded'],
  ])('refuses %s %i times', (opening, times, text) => {
    expect(evaluate(`${opening.repeat(times)}1${')'.repeat(times)}`)).toEqual({ kind: 'error', text });
  });

  it('refuses a result that nobody would read', () => {
    expect(evaluate('(1:10000)').text).toBe('CalculatorError: the result has more than 10000 characters');
  });
});
