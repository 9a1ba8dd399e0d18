import type { Verdict } from '../base/verdict.js';
import type { VerifyMathOptions } from './options.js';
import { verifyMath } from './verify-math.js';

export interface MathRewardValues {
  /** Default 1. */
  readonly correct?: number | undefined;
  /** Default 0. */
  readonly incorrect?: number | undefined;
  /**
   * What cannot be judged is worth; default NaN, so that it is not taken for a wrong answer: set such a rollout apart,
   * or give the value it shall have.
   */
  readonly undecided?: number | undefined;
}

/** @returns The reward of a verdict: 1, 0, or NaN where there is none, unless other values are given. */
export function mathReward(verdict: Verdict, values?: MathRewardValues): number;
/** @returns The reward of a response against the ground truth. */
export function mathReward(
  response: string,
  groundTruth: string,
  options?: MathRewardValues & VerifyMathOptions,
): number;
export function mathReward(
  first: Verdict | string,
  second?: MathRewardValues | string,
  third: MathRewardValues & VerifyMathOptions = {},
): number {
  if (typeof first !== 'string') return valueOf(first, (second as MathRewardValues | undefined) ?? {});
  const { correct, incorrect, undecided, ...options } = third;
  return valueOf(verifyMath(first, second as string, options), { correct, incorrect, undecided });
}

function valueOf(verdict: Verdict, { correct = 1, incorrect = 0, undecided = NaN }: MathRewardValues): number {
  return { correct, incorrect, undecided }[verdict.kind];
}
