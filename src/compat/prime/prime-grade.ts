import { checkArgument } from '../../base/internal/index.js';
import type { Verdict } from '../../base/index.js';
import { acceptingStage } from './internal/accepting-stage.js';
import type { GradeStage } from './internal/accepting-stage.js';
import { matchAnswer } from './internal/match-answer.js';
import { mathEqual } from './internal/math-equal.js';

export type { GradeStage };

/** What the compatibility grader found. */
export interface PrimeGrade {
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
 * for 5, 84/2 is refused for 42. It is here to reproduce that reward; `verifyMath` is the one that judges.
 *
 * It never throws and runs no code, whatever the text. The time is bounded: text beyond the limits, and expressions that
 * take too much work, are not accepted.
 *
 * @param output - A model's whole output, or a bare answer.
 * @param truth - The ground truth, bare.
 * @remarks Source: `prime_math.compute_score` of microsoft/rStar. Differs: the reference evaluates text with the
 *   interpreter around `\pi` and with SymPy; both are computed here by arithmetic of our own, and where SymPy's simplifier
 *   finds an identity that needs more than collecting, expanding and roots of numbers, we do not.
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
