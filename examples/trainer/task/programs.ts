import { MODULUS, OFFSET, type Operation } from './operations.js';

/** How a call can be flawed. Each makes Python raise, and a correct call after it succeeds. */
export const FLAWS = ['missing-import', 'misspelled-function', 'unclosed-bracket'] as const;
export type Flaw = (typeof FLAWS)[number];

export const IMPORT = 'from math import *\n';

/** What a step's program says, in the problem's own letters. */
export interface ProgramText {
  /** The known letter and its value. */
  readonly from: string;
  readonly value: string;
  /** The letter to find. */
  readonly to: string;
  readonly operand: string;
}

/**
 * @returns The program that takes one step and prints its result; with a flaw, the one that fails.
 * @example
 * from math import *
 * a = 470
 * b = lcm(a, 5) % 887 + 100
 * print(b)
 */
export function programFor({ code }: Operation, { from, value, to, operand }: ProgramText, flaw?: Flaw): string {
  const [before, between, after] = code;
  const name = flaw === 'misspelled-function' ? misspelled(before) : before;
  const result = `${name}${from}${between}${operand}${after}`;
  const print = flaw === 'unclosed-bracket' ? `print(${to}` : `print(${to})`;
  return `${flaw === 'missing-import' ? '' : IMPORT}${from} = ${value}\n${to} = ${result} % ${MODULUS} + ${OFFSET}\n${print}`;
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
