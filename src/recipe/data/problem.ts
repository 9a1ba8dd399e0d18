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

/** @returns What a problem asks: all that its prompt's user says. */
export function questionOf({ prompt }: Pick<Problem, 'prompt'>): string {
  const asked = prompt.filter(({ role }) => role === 'user');
  return asked.map(({ content }) => content).join('\n\n');
}

/**
 * The whole number that an answer is, as the verifier reads it: `42`, `\boxed{1{,}024}`, `2^{10}` and `84/2` are, `0.5`,
 * `3\pi`, `(1, 2)` and words are not.
 *
 * @param answer - A ground truth, or a solution that ends in one.
 * @returns Undefined for anything but a whole number.
 * @remarks Source: arXiv 2508.20722, which trains on problems whose answers are integers.
 *
 * @example
 * integerAnswer('1,024'); // 1024n
 */
export function integerAnswer(answer: string): bigint | undefined {
  const parsed = parseMath(extractAnswer(answer)?.text ?? answer);
  return parsed.kind === 'parsed' && parsed.exact?.denominator === 1n ? parsed.exact.numerator : undefined;
}
