import type { Verdict } from '../base/verdict.js';
import { extractAnswer } from './extract/extract-answer.js';

/**
 * Grades the final answer of a response against the ground truth.
 *
 * @param response - What the model wrote; the answer is its last `\boxed{}`, else what `extractAnswer` finds.
 * @param groundTruth - The answer it should have given.
 */
export function verifyMath(response: string, groundTruth: string): Verdict {
  const answer = extractAnswer(response)?.text;
  if (answer === undefined) return { kind: 'incorrect', answer, reason: 'no answer found' };
  const gold = plain(extractAnswer(groundTruth)?.text ?? groundTruth);
  return plain(answer) === gold
    ? { kind: 'correct', answer }
    : { kind: 'incorrect', answer, reason: 'a different value' };
}

/** Integers lose separators, leading zeros and a plus sign; anything else is compared as it stands. */
function plain(text: string): string {
  const compact = text.replace(/[\s$]|\\[,!]|\{,\}/g, '');
  const integer = compact.replace(/,(?=\d{3}(?!\d))/g, '').replace(/\.0*$/, '');
  return /^[-+]?\d+$/.test(integer) ? BigInt(integer.replace('+', '')).toString() : compact;
}
