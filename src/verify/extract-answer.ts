import { attempt, Broken } from './internal/attempt.js';
import { findAnswer, type ExtractedAnswer } from './internal/extract/find-answer.js';
import { readOptions } from './internal/grading.js';
import type { AnswerSearch } from './options.js';

export type { ExtractedAnswer };

/** Options of {@link extractAnswer}. */
export interface ExtractAnswerOptions {
  /** Where to look; default everywhere, boxes first. */
  readonly search?: AnswerSearch | undefined;
}

/**
 * Finds the final answer of a model's response: its last box; else the content of the last `<answer>` tag, or the text after words such as
 * "the final answer is"; else the whole text, or its last formula or number.
 *
 * If there is a box, nothing outside it is graded, except a percent sign or a number base directly after it. Boxes with only `and`, `or`, a
 * comma or names between them are one answer; otherwise the last box replaces earlier ones.
 *
 * @returns The answer and its position; undefined without an answer, and if the search fails on the text, which `verifyMath` reports with a
 *   `cause`.
 * @throws TypeError for a text that is not a string; TypeError or RangeError for invalid options.
 *
 * @example
 * extractAnswer('So the sum is \\boxed{42}.')?.text; // '42'
 */
export function extractAnswer(text: string, options?: ExtractAnswerOptions): ExtractedAnswer | undefined {
  if (typeof text !== 'string') throw new TypeError(`text: expected a string, got ${typeof text}`);
  const { search } = readOptions(options);
  const found = attempt(() => findAnswer(text, search));
  return found instanceof Broken ? undefined : found;
}
