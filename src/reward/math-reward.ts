import { z } from 'zod';
import { functionOption, parseOptions } from '../base/internal/index.js';
import type { Rollout } from '../base/index.js';
import type { VerifyMathOptions } from '../verify/options.js';
import { verifyMath } from '../verify/verify-math.js';
import { metadataGroundTruth, writtenText } from './accessors.js';
import type { RolloutAccessor } from './accessors.js';
import type { RolloutReward } from './reward.js';

/** Options of `mathRewardFunction`. */
export interface MathRewardOptions<R> {
  /** The answer a rollout should have given. Default `rollout.metadata.groundTruth`. */
  readonly groundTruth?: RolloutAccessor<R, string> | undefined;
  /** The text whose final answer is graded. Default: everything the policy wrote. */
  readonly response?: RolloutAccessor<R, string> | undefined;
  /** Reward of a correct answer. Default 1. */
  readonly correct?: number | undefined;
  /** Reward of an incorrect one, and of none. Default 0. */
  readonly incorrect?: number | undefined;
  /** Passed on to `verifyMath`. */
  readonly verify?: VerifyMathOptions | undefined;
}

const optionsSchema = z.strictObject({
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the caller's own rollout type
  groundTruth: functionOption<RolloutAccessor<any, string>>(metadataGroundTruth),
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the caller's own rollout type
  response: functionOption<RolloutAccessor<any, string>>(writtenText),
  correct: z.number().default(1),
  incorrect: z.number().default(0),
  verify: z.custom<VerifyMathOptions>().optional(),
});

/**
 * The outcome reward of mathematics: the final answer against the ground truth. A verdict that could not be had is an
 * undecided reward.
 */
export function mathRewardFunction<R = Rollout>(options: MathRewardOptions<R> = {}): RolloutReward<R> {
  const { groundTruth, response, correct, incorrect, verify } = parseOptions(optionsSchema, options);
  return (rollout) => {
    const verdict = verifyMath(response(rollout), groundTruth(rollout), verify);
    switch (verdict.kind) {
      case 'correct':
        return { kind: 'scored', value: correct, detail: { answer: verdict.answer } };
      case 'incorrect':
        return { kind: 'scored', value: incorrect, detail: { answer: verdict.answer ?? null, reason: verdict.reason } };
      case 'undecided':
        return verdict;
    }
  };
}
