/** What models write around their answers. */
import type { CaseRow } from '../adversarial/case.js';

/** @returns The rows, whose answers now stand at the end of responses. */
export function ending(respond: (answer: string) => string, rows: readonly CaseRow[]): readonly CaseRow[] {
  return rows.map(([gold, answer, ...rest]) => [gold, respond(answer), ...rest]);
}

/** Work with two formulas and a list, then this. */
export const long = (tail: string): string =>
  `We start by writing down what is given. There are 3 cases, and in the first $x = 7$ and $y = \\frac{2}{3}$.\n\n` +
  `After simplifying, $$x^2 - 4x + 3 = 0 \\implies x = 1 \\text{ or } x = 3.$$\n\nBoth are valid.\n\n${tail}`;

/** Thoughts with a box that is taken back, then this. */
export const deep = (tail: string): string =>
  '<think>\nOkay, let me work through this. If n = 10 then the sum is 55; if n = 11 it is 66. Hmm, maybe \\boxed{55}? No wait.\n\n' +
  `Let me double-check: 1 + 2 + ... + 11 = 66. But the question asks for something else.\n</think>\n\n${tail}`;

/** Two numbered steps, then the answer in a displayed box. */
export const afterSteps = (answer: string): string =>
  'Let us compute step by step.\n\n**Step 1.** We have $n = 5$ and $m = 12$.\n\n' +
  `**Step 2.** Substituting gives the value.\n\nTherefore, the final answer is:\n\n$$\\boxed{${answer}}$$`;

/** Thoughts with numbers of their own, a list, a heading, then the box. */
export const afterThinking = (answer: string): string =>
  '<think>\nAlright, so I have this problem. First attempt: maybe 42? Let me compute $\\int_0^1 x\\,dx = \\frac{1}{2}$.\n' +
  'Wait, no. If k = 3, then the answer is 27. Hmm.\n</think>\n\n**Solution**\n\n' +
  `Using the identity $a^2 - b^2 = (a-b)(a+b)$:\n\n1. $a = 3$\n2. $b = 1$\n\n**Answer**\n\n\\[\n\\boxed{${answer}}\n\\]`;

/** A box before a full stop. */
export const inASentence = (answer: string): string => `Therefore, the answer is \\[\\boxed{${answer}}.\\]`;

/** Six partial sums, then the text. */
export const afterSums = (tail: string): string =>
  Array.from(
    { length: 6 },
    (_, k) => `Step ${k + 1}: we have $a_{${k}} = ${3 * k + 1}$, so the sum is ${k * (k + 1)}.`,
  ).join('\n\n') + `\n\n${tail}`;
