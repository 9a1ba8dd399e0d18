import { describe, expect, it } from 'vitest';
import { verifyMath } from '../../src/verify/index.js';

/** Whatever opens something, in markup, in LaTeX and in prose. */
const TOKENS = [
  ...'<b> </b> <b <p> <del> </del> <strike> <s> <!-- <br> <h1> <think> </think> <reason> <tool_call> <answer> </answer>'.split(' '),
  ...'~~ ~~a ** ` # $ $$ $a \\( \\[ \\begin{align} \\begin{cases} \\end{cases} \\boxed \\boxed{ \\boxed{} \\text{ \\frac{'.split(' '),
  ...'\\left( \\{ { } ( ) [ | ^{ _{ \\sqrt{ \\phantom{ \\cancel{ \\color{white}{ \\\\ & , . ? = (A) A. (a) answer Answer: 答案是 不是 or so'.split(' '),
  ...['\n', '\r', '\t', ' ', 'The answer is 5. ', 'Wait, ', 'not ', '1 or ', 'x=1, ', 'a ', 'now ', 'up to ', 'the number ', 'it ', '\\, ', '=\\,'],
]; // prettier-ignore

const SHAPES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `${text}The answer is $5$.`,
  (text) => `\\boxed{5}${text}`,
  // A right answer is searched for second ones.
  (text) => `\\boxed{42}${text}`,
];

/** The least of two times, so that a busy moment of the machine is not taken for the text's own. */
function timeOf(text: string): number {
  const times = [1, 2].map(() => {
    const start = performance.now();
    verifyMath(text, '42');
    return performance.now() - start;
  });
  return Math.min(...times);
}

/** Below this a time says nothing of how it grows. */
const SHORT_MS = 8;

describe('the time of a verification', () => {
  it.each(TOKENS.map((token) => [JSON.stringify(token), token] as const))(
    'grows with a text of nothing but %s',
    (_, token) => {
      const slow = SHAPES.filter((shape) => {
        const of = (length: number): number => timeOf(shape(token.repeat(length / token.length)));
        // Twelve times the text: the square would take 144 times as long.
        return of(60_000) > Math.max(SHORT_MS, of(5_000)) * 48;
      });
      expect(slow.map(String)).toEqual([]);
    },
  );
});
