import type { JsonValue, Message } from '../../base/index.js';
import { extractAnswer, parseMath } from '../../verify/index.js';

/** One problem to roll out. `{ groupId: id, prompt, metadata }` is the task of its rollouts. */
export interface Problem {
  /** Unique within a data set. */
  readonly id: string;
  /** Where it comes from: a path, an id of the hub, or the name of one of `NAMED_DATASETS`. */
  readonly source: string;
  readonly prompt: readonly Message[];
  readonly metadata: {
    /** The right answer; responses are compared with it. */
    readonly groundTruth: string;
    readonly [key: string]: JsonValue;
  };
}

/** @returns The text of a problem: all user messages of its prompt. */
export function questionOf({ prompt }: Pick<Problem, 'prompt'>): string {
  const asked = prompt.filter(({ role }) => role === 'user');
  return asked.map(({ content }) => content).join('\n\n');
}

/**
 * The integer value of an answer, as the verifier reads it: `42`, `\boxed{1{,}024}`, `2^{10}` and `84/2` are integers; `0.5`, `3\pi`, `(1,
 * 2)` and words are not.
 *
 * @param answer - A ground truth, or a solution that ends in one.
 * @returns The integer; undefined for any other answer.
 * @remarks Source: arXiv 2508.20722, which trains on problems whose answers are integers.
 *
 * @example
 * integerAnswer('1,024'); // 1024n
 */
export function integerAnswer(answer: string): bigint | undefined {
  const parsed = parseMath(extractAnswer(answer)?.text ?? answer);
  return parsed.kind === 'parsed' && parsed.exact?.denominator === 1n ? parsed.exact.numerator : undefined;
}
