import { MODULUS, OFFSET, type Operation } from './operations.js';

export const IMPORT = 'from math import *\n';

/**
 * How a call can be flawed: what stands in the place of its import. Each makes Python raise, and a correct call after it
 * succeeds as surely as a correct first call; so under an outcome reward nothing speaks against a flaw.
 */
export const FLAWED_IMPORTS = {
  forgotten: '',
  'misspelled-module': 'from maths import *\n',
  'misspelled-keyword': 'form math import *\n',
} as const;
export type Flaw = keyof typeof FLAWED_IMPORTS;

/**
 * @param value - The number that the operation is applied to.
 * @param letter - What the problem calls the result.
 * @returns The program that takes one step and prints its result; with a flaw, the one that fails.
 * @example
 * from math import *
 * b = lcm(60, 470) % 887 + 100
 * print(b)
 */
export function programFor({ code: [before, after] }: Operation, value: string, letter: string, flaw?: Flaw): string {
  const start = flaw === undefined ? IMPORT : FLAWED_IMPORTS[flaw];
  return `${start}${letter} = ${before}${value}${after} % ${MODULUS} + ${OFFSET}\nprint(${letter})`;
}

/** @returns A turn that calls the Python tool. */
export function toolCallTurn(code: string): string {
  const call = JSON.stringify({ name: 'python', arguments: { code } });
  return `<tool_call>\n${call}\n</tool_call>`;
}

/** @returns The turn that gives the answer. */
export function answerTurn(answer: string): string {
  return `<answer>\\boxed{${answer}}</answer>`;
}
