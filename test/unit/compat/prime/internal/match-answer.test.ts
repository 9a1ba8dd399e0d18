import { describe, expect, it } from 'vitest';
import { matchAnswer } from '../../../../../src/compat/prime/internal/match-answer.js';

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
