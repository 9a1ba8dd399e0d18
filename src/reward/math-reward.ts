import * as z from 'zod';
import { functionSchema, parseOptions, type WithAccessors } from '../base/internal/index.js';
import type { Accessor, Rollout, Verdict } from '../base/index.js';
import type { VerifyMathOptions } from '../verify/index.js';
import { readGroundTruth, readResponse, type TurnsOrPass } from './internal/accessors.js';
import { checkGrading, gradeAnswer } from './internal/graders.js';
import type { RewardDetail, RolloutReward } from './reward.js';
import type { Grader } from './internal/graders.js';

/** Options of `mathReward`. */
export interface MathRewardOptions<R> {
  /** The right answer. Default `rollout.metadata.groundTruth`. */
  readonly groundTruth?: Accessor<R, string> | undefined;
  /** The text whose final answer is graded. Default: all text of the policy. */
  readonly response?: Accessor<R, string> | undefined;
  /** Reward of a correct answer. Default 1. */
  readonly correct?: number | undefined;
  /** Reward of an incorrect or missing answer. Default 0. */
  readonly incorrect?: number | undefined;
  /** The grader. Default `math`, which is `verifyMath`. */
  readonly grader?: Grader | undefined;
  /** Options of `verifyMath`; the prime grader has no options. */
  readonly verify?: VerifyMathOptions | undefined;
}

const optionsSchema = z.strictObject({
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the caller's own rollout type
  groundTruth: z.optional(functionSchema<Accessor<any, string>>()),
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the caller's own rollout type
  response: z.optional(functionSchema<Accessor<any, string>>()),
  correct: z.number().default(1),
  incorrect: z.number().default(0),
  grader: z.enum(['math', 'prime']).default('math'),
  verify: z.custom<VerifyMathOptions>().optional(),
});

/**
 * The outcome reward of mathematics: compares the final answer with the ground truth.
 *
 * A reward is undecided only if the ground truth cannot be judged; no response can cause this. An answer that could not be compared is
 * incorrect, with the reason in `detail.cause`; `rewardMetrics` counts these causes.
 *
 * @example
 * const rewards = await scoreRollouts(rollouts, mathReward());
 */
export function mathReward<R = Rollout>(
  options: WithAccessors<MathRewardOptions<R>, 'groundTruth' | 'response'>,
): RolloutReward<R>;
export function mathReward<R extends TurnsOrPass<'groundTruth' | 'response'> = Rollout>(
  options?: MathRewardOptions<R>,
): RolloutReward<R>;
export function mathReward<R>(options: MathRewardOptions<R> = {}): RolloutReward<R> {
  const { groundTruth, response, correct, incorrect, grader, verify } = parseOptions(optionsSchema, options);
  const grading = { grader, options: verify };
  checkGrading(grading);
  return (rollout, { index }) => {
    const verdict = gradeAnswer(
      readResponse(rollout, index, response),
      readGroundTruth(rollout, index, groundTruth),
      grading,
    );
    switch (verdict.kind) {
      case 'correct':
        return { kind: 'scored', value: correct, detail: { answer: verdict.answer } };
      case 'incorrect':
        return { kind: 'scored', value: incorrect, detail: explained(verdict) };
      case 'undecided':
        return verdict;
    }
  };
}

/** What a log says of an answer that got nothing. */
function explained({ answer, reason, cause }: Extract<Verdict, { kind: 'incorrect' }>): RewardDetail {
  return { answer: answer ?? null, reason, ...(cause === undefined ? {} : { cause }) };
}
