import { pythonStrip } from '../../../base/internal/index.js';

/** What was found in a model's output, and whether anything marked it as the answer. */
export interface MatchedAnswer {
  readonly extracted: string;
  /** A marker was seen and the answer holds a digit. The verdict ignores it. */
  readonly matched: boolean;
}

const BEFORE_ANSWER = ['answer:', 'answer is', 'answers are'];
const AFTER_ANSWER = ['is answer', 'is the answer', 'are answers', 'are the answers'];
const CONNECTIVES = ['be ', 'is ', 'are ', '=', ': ', 'get ', 'be\n', 'is\n', 'are\n', ':\n', 'get\n'];

/**
 * Finds the answer in an output as rStar's grader does: cut after the last "answer is", before the last "is the answer",
 * down to the last closed box, to the last sentence, then after each connective in turn.
 *
 * The cuts are made one after another on what the cut before left, which is why `x = 5` becomes `5`, and a text that
 * ends in `=` becomes empty.
 */
export function matchAnswer(output: string): MatchedAnswer {
  let text = output;
  let lower = output.toLowerCase();
  let matched = false;
  const cutTo = (kept: string): void => {
    text = pythonStrip(kept);
    lower = text.toLowerCase();
  };
  // A lower-cased text may be longer than the text; its places are used all the same, as in the reference.
  const cutAfter = (marker: string): void => {
    const at = lower.lastIndexOf(marker);
    if (at < 0) return;
    matched = true;
    cutTo(text.slice(at + marker.length));
  };

  BEFORE_ANSWER.forEach(cutAfter);
  for (const marker of AFTER_ANSWER) {
    const at = lower.lastIndexOf(marker);
    if (at < 0) continue;
    matched = true;
    cutTo(text.slice(0, at));
  }
  const boxed = lastBox(text);
  if (boxed !== undefined && boxed !== '') {
    matched = true;
    cutTo(boxed);
  }
  const sentence = text.lastIndexOf('. ');
  if (sentence >= 0) cutTo(text.slice(0, sentence));
  CONNECTIVES.forEach(cutAfter);
  return { extracted: text, matched: matched && /[\p{Nd}\p{No}]/u.test(text) };
}

/** @returns What the last `\boxed` (or, without one, the last `\fbox`) holds; undefined if it never closes. */
function lastBox(text: string): string | undefined {
  const boxed = text.lastIndexOf('\\boxed');
  const start = boxed >= 0 ? boxed : text.lastIndexOf('\\fbox');
  if (start < 0) return undefined;
  let depth = 0;
  let open = -1;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '{') {
      depth++;
      if (open < 0) open = i;
    } else if (text[i] === '}' && --depth === 0) {
      return open < 0 ? undefined : pythonStrip(text.slice(open + 1, i));
    }
  }
  return undefined;
}
