import type { VerifyMathOptions } from '../../../../../src/verify/index.js';

/** What the verdict must be; `not-correct` leaves it open whether a thing is wrong or cannot be judged. */
export type Expected = 'correct' | 'incorrect' | 'not-correct';

/** One case: a ground truth, a response, the verdict, and why it is that one. */
export type CaseRow = readonly [
  gold: string,
  response: string,
  expected: Expected,
  why: string,
  options?: VerifyMathOptions,
];

export const [YES, NO, NOT] = ['correct', 'incorrect', 'not-correct'] as const;

/** @returns A response that ends in a box. */
export function boxed(answer: string): string {
  return `Some reasoning with 17 steps. The answer is $\\boxed{${answer}}$.`;
}

/** Rows whose responses are boxed answers. */
export function inBoxes(rows: readonly CaseRow[]): readonly CaseRow[] {
  return rows.map(([gold, answer, ...rest]) => [gold, boxed(answer), ...rest]);
}

/** Rows that share their verdict and their reason. */
export function because(
  why: string,
  expected: Expected,
  pairs: readonly (readonly [gold: string, response: string])[],
): readonly CaseRow[] {
  return pairs.map(([gold, response]) => [gold, response, expected, why]);
}

/** LaTeX as it stands. */
export const tex = String.raw;
