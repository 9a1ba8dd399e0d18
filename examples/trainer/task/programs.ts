import { MODULUS, OFFSET, type Operation } from './operations.js';

export const IMPORT = 'from math import *\n';

/**
 * The flaw of a call: it imports a module that does not exist. The next, correct call still succeeds, so an outcome reward alone does not
 * discourage the flaw.
 */
export const FLAWED_IMPORT = 'from maths import *\n';

/** Python's answer to it. */
export const FLAW_RESPONSE =
  'Traceback (most recent call last):\n  File "<cell>", line 1, in <module>\n' +
  "    from maths import *\nModuleNotFoundError: No module named 'maths'";

/**
 * @param value - The number that the operation is applied to.
 * @param letter - What the problem calls the result.
 * @returns The program that takes one step and prints its result; flawed, the one that fails.
 * @example
 * from math import *
 * b = lcm(60, 470) % 887 + 100
 * print(b)
 */
export function programFor(
  { code: [before, after] }: Operation,
  value: string,
  letter: string,
  flawed = false,
): string {
  const start = flawed ? FLAWED_IMPORT : IMPORT;
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
