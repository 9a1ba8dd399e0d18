import { checkArgument, pythonStrip } from '../../base/internal/index.js';
import type { Verdict } from '../../base/index.js';
import { acceptingStage, type GradeStage } from './internal/accepting-stage.js';
import { mathEqual } from './internal/math-equal.js';

export type { GradeStage };

/** What the compatibility grader found. */
interface PrimeGrade {
  readonly isCorrect: boolean;
  /** As the reference returns it: true when its first grader accepts, else whether the output holds `Step 2:` and `\box`. */
  readonly formatCorrect: boolean;
  /** The answer that was graded. */
  readonly extracted: string;
  /** A marker was seen and the answer holds a digit. The verdict ignores it. */
  readonly matched: boolean;
  /** The first step that accepted. */
  readonly stage: GradeStage | 'math_equal';
}

/** Longer outputs are read from their end, longer answers are compared as text: neither occurs in what is graded. */
const LONGEST_OUTPUT = 1 << 18;
const LONGEST_ANSWER = 10_000;

/**
 * Grades an output exactly as the reward of rStar2-Agent's training did, leniencies and mistakes included: 500 is accepted
 * for 5, 84/2 is refused for 42. Use it only to reproduce that reward, and `verifyMath` to grade.
 *
 * It never throws and runs no code, whatever the text. The time is bounded: text beyond the limits, and expressions that
 * take too much work, are not accepted.
 *
 * @param output - A model's whole output, or a bare answer.
 * @param truth - The ground truth, bare.
 * @remarks Source: `prime_math.compute_score` of microsoft/rStar. Differs: the reference evaluates text with the
 *   interpreter around `\pi` and with SymPy; both are computed here by our own arithmetic, which does not find identities that need more than
 *   collecting, expanding and roots of numbers.
 *
 * @example
 * primeGrade('The answer is \\boxed{42}', '42').isCorrect; // true
 */
export function primeGrade(output: string, truth: string): PrimeGrade {
  checkArgument(output, 'output', 'a string');
  checkArgument(truth, 'truth', 'a string');
  const { extracted, matched } = matchAnswer(output.slice(-LONGEST_OUTPUT));
  const grade = (isCorrect: boolean, formatCorrect: boolean, stage: PrimeGrade['stage']): PrimeGrade => ({
    isCorrect,
    formatCorrect,
    extracted,
    matched,
    stage,
  });
  const format = output.includes('Step 2:') && output.includes('\\box');
  if (Math.max(extracted.length, truth.length) > LONGEST_ANSWER) {
    return extracted === truth ? grade(true, true, 'mathd') : grade(false, format, 'none');
  }
  const stage = acceptingStage(extracted, truth);
  if (stage !== 'none') return grade(true, true, stage);
  return mathEqual(extracted, truth) ? grade(true, format, 'math_equal') : grade(false, format, 'none');
}

/** @returns What `primeGrade` says, as a verdict: it knows right and wrong alone. */
export function primeVerdict(output: string, truth: string): Verdict {
  const { isCorrect, extracted } = primeGrade(output, truth);
  if (isCorrect) return { kind: 'correct', answer: extracted };
  return { kind: 'incorrect', answer: extracted, reason: 'refused by the prime grader' };
}

/** What was found in a model's output, and whether anything marked it as the answer. */
interface MatchedAnswer {
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
