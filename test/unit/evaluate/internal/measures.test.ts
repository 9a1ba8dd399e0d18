import { describe, expect, it } from 'vitest';
import { answerClasses } from '../../../../src/evaluate/internal/measures.js';

/** Which answers share a class, as lists of their places. */
function classesOf(answers: readonly string[], key?: (answer: string) => string): number[][] {
  const classes = answerClasses(answers, key);
  return [...new Set(classes)].map((name) => classes.flatMap((each, i) => (each === name ? [i] : [])));
}

describe('the classes of equal answers', () => {
  it('are those of mathematics', () => {
    expect(classesOf(['\\frac12', '0.5', '2', '1/2', '2.0', '\\{1,2\\}', '\\{2,1\\}'])).toEqual([
      [0, 1, 3],
      [2, 4],
      [5, 6],
    ]);
  });

  it('hold answers that nobody can read together by their text', () => {
    expect(classesOf(['see above', 'see above', '\\frac{', '\\frac{', '7'])).toEqual([[0, 1], [2, 3], [4]]);
  });

  it('keep answers apart where only one may stand for the other', () => {
    // 25 answers for 25 %, but 25 % does not answer for 25.
    expect(classesOf(['25', '25\\%'])).toEqual([[0], [1]]);
  });

  it("are the caller's own where it has a key", () => {
    expect(classesOf(['A', 'a', 'b'], (answer) => answer.toLowerCase())).toEqual([[0, 1], [2]]);
  });
});
