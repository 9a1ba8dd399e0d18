import { MODULUS, OFFSET, type Operation } from './operations.js';

/** How a call can be flawed. Each makes Python raise, and a correct call after it succeeds. */
export const FLAWS = ['missing-import', 'misspelled-function', 'unclosed-bracket'] as const;
export type Flaw = (typeof FLAWS)[number];

export const IMPORT = 'from math import *\n';

/**
 * @param from - The letter that is known, and its value.
 * @param to - The letter to find.
 * @returns The program that takes one step and prints its result; with a flaw, the one that fails.
 * @example
 * from math import *
 * a = 470
 * b = lcm(60, a) % 887 + 100
 * print(b)
 */
export function programFor(
  { code: [before, after] }: Operation,
  from: { readonly letter: string; readonly value: string },
  to: string,
  flaw?: Flaw,
): string {
  const start = flaw === 'misspelled-function' ? misspelled(before) : before;
  const lines = [
    `${from.letter} = ${from.value}`,
    `${to} = ${start}${from.letter}${after} % ${MODULUS} + ${OFFSET}`,
    flaw === 'unclosed-bracket' ? `print(${to}` : `print(${to})`,
  ];
  return `${flaw === 'missing-import' ? '' : IMPORT}${lines.join('\n')}`;
}

/** The first two letters the wrong way round: `clm(` for `lcm(`. */
export function misspelled(code: string): string {
  return `${code[1]}${code[0]}${code.slice(2)}`;
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
