import { primeGrade } from '../../src/compat/index.js';
import { compare, firstDifference, show, TOLERANCES } from './compare.js';
import type { GoldenCheck } from './record.js';

interface Inputs {
  readonly modelOutput: string;
  readonly groundTruth: string;
}

interface Expected {
  readonly isCorrect: boolean;
  readonly formatCorrect: boolean;
  readonly extracted: string;
}

/** `prime_grade.jsonl`: the reward of the release's training. The verdict and what was extracted are the contract. */
export const checkPrimeGrade: GoldenCheck = (record) => {
  if (record['fn'] !== 'prime_math.compute_score') throw new Error(`unknown fn ${show(record['fn'])}`);
  const { modelOutput, groundTruth } = record['inputs'] as Inputs;
  const want = record['expected'] as Expected;
  const got = primeGrade(modelOutput, groundTruth);
  return firstDifference(
    () => compare(got.extracted, want.extracted, TOLERANCES.exact, 'extracted'),
    () => compare(got.isCorrect, want.isCorrect, TOLERANCES.exact, `isCorrect (${got.stage})`),
    () => compare(got.formatCorrect, want.formatCorrect, TOLERANCES.exact, 'formatCorrect'),
  );
};
