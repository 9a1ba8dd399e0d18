import { verifyMath } from '../../verify/index.js';

/** Which answers are equal: a text that equal answers share, or by mathematics. */
export type AnswerEquality = (answer: string) => string;

/**
 * Names the class of every answer; equal answers have the same.
 *
 * By mathematics two answers are equal where `verifyMath` takes each for the other. Answers that a third is equal to
 * are equal themselves, so that it does not matter in which order they came.
 */
export function answerClasses(answers: readonly string[], key?: AnswerEquality): string[] {
  if (key !== undefined) return answers.map(key);
  const different = [...new Set(answers)].sort();
  const representative = new Map<string, string>();
  const find = (answer: string): string => {
    const next = representative.get(answer);
    return next === undefined ? answer : find(next);
  };
  different.forEach((answer, i) => {
    for (const earlier of different.slice(0, i)) {
      const [one, other] = [find(answer), find(earlier)];
      if (one !== other && isEqual(answer, earlier)) representative.set(one, other);
    }
  });
  return answers.map(find);
}

function isEqual(one: string, other: string): boolean {
  return isTakenFor(one, other) && isTakenFor(other, one);
}

function isTakenFor(answer: string, truth: string): boolean {
  return verifyMath(`\\boxed{${answer}}`, truth).kind === 'correct';
}
