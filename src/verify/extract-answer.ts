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
 * The final answer of a model's response: its last box; else what stands in the last `<answer>` tag or after words such
 * as "the final answer is"; else the whole text or its last formula or number.
 *
 * Once a box exists nothing outside it is ever graded, but for a percent sign or a number base written right after it.
 * Boxes that only `and`, `or`, a comma or names stand between are one answer; otherwise the last box replaces earlier ones.
 *
 * @returns What the answer says and where it was found; undefined when nothing reads as an answer, and when the search fails
 *   on the text, which `verifyMath` reports with its `cause`.
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
