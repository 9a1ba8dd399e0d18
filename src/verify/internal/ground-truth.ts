import { LIMITS, LimitReached } from './budget.js';
import { findAnswer, type Search } from './extract/find-answer.js';
import { boxedAnswer } from './extract/boxes.js';
import type { ReadOptions } from './read/meanings.js';
import { readAnswer, type ReadAnswer } from './read/read-answer.js';

/** The text of a ground truth and its reading. */
export interface GroundTruth {
  readonly written: string;
  readonly reading: ReadAnswer;
}

/** A text with more characters that does not read as one answer is a worked solution. */
const SOLUTION = 80;

/** Options for reading a formula. */
export const FORMULA: ReadOptions = { missingBraces: true, decimalComma: 'never' };
/** Options for reading a ground truth, which may be a formula or plain text. Each sentence may give one of its values. */
const WHOLE_FORMULA: ReadOptions = { ...FORMULA, sentences: true };
const WHOLE_TEXT: ReadOptions = { ...WHOLE_FORMULA, decimalComma: 'likely' };

/**
 * Reads the ground truth: its box, else all of it, else the end of a worked solution.
 *
 * @returns undefined for an empty ground truth.
 * @throws LimitReached for a ground truth that is too long.
 */
export function readGroundTruth(written: string, search: Search): GroundTruth | undefined {
  const reading = read(written, search);
  return reading === undefined ? undefined : { written, reading };
}

function read(written: string, search: Search): ReadAnswer | undefined {
  const mayHoldBox = search.boxes !== 'ignored' && written.includes('box');
  const boxed = mayHoldBox ? boxedAnswer(written.slice(-LIMITS.responseLength)) : undefined;
  const text = boxed?.text ?? withoutSolution(written);
  if (text === '') return undefined;
  if (text.length > LIMITS.answerLength) {
    const ending = readEnding(written, search);
    if (ending === undefined) throw new LimitReached('the ground truth is too long');
    return ending;
  }
  const isFormula = boxed !== undefined || /[$\\]/.test(text);
  const whole = readAnswer(text, isFormula ? WHOLE_FORMULA : WHOLE_TEXT);
  if (whole.text === '') return undefined;
  const isWhole =
    whole.nodes.length > 0 || whole.unsupported !== undefined || boxed !== undefined || text.length < SOLUTION;
  return isWhole ? whole : (readEnding(written, search) ?? whole);
}

/** Returns the 7 of "… so there are 7 ways. #### 7". Data sets end worked solutions in this form. */
function withoutSolution(written: string): string {
  if (!written.includes('###')) return written.trim();
  return written
    .slice(written.lastIndexOf('####') + 1)
    .replace(/^###(?=\s)/, '')
    .trim();
}

function readEnding(written: string, search: Search): ReadAnswer | undefined {
  const found = findAnswer(written, { ...search, formulas: true, plain: true });
  return found === undefined ? undefined : readAnswer(found.text, FORMULA);
}
