import { checkArgument } from '../base/internal/index.js';
import type { Rollout, ToolCall } from '../base/index.js';
import { assertFrequencies, successiveDrawProbabilities } from './internal/draw-probabilities.js';
import type { RocSampler } from './roc-invariants.js';

/** Options of {@link assertRocProbabilities}. */
export interface RocProbabilityOptions {
  /** Number of samples, each with its own seed. Default 5,000. */
  readonly draws?: number;
  /** ε of 1 / max(p_total, ε). Default 0.05. */
  readonly penaltyFloor?: number;
  /** Probability that a correct sampler would fail, if its seeds were not fixed. Default 1e-6. */
  readonly significance?: number;
}

/** p_total of the positives of the group that is drawn from, in its order. */
const PENALTIES = [0, 0.5, 1, 2] as const;

/**
 * Asserts that a sampler has the right probabilities: positives one by one with probability ∝ 1 / max(p_total, ε),
 * negatives uniformly, and both independently.
 *
 * It samples 4 rollouts of a group of 4 positives and 4 negatives with many seeds, and compares the frequency of each of the 36 outcomes
 * with its exact probability.
 *
 * @throws Error with the chi-square statistic if they do not agree.
 * @example
 * assertRocProbabilities((rollouts, request) => rocDownsample(rollouts, request).kept);
 */
export function assertRocProbabilities(sample: RocSampler, options: RocProbabilityOptions = {}): void {
  checkArgument(sample, 'sample', 'a function');
  const { draws = 5_000, penaltyFloor = 0.05, significance } = options;
  const group = PENALTIES.flatMap((penalty, i) => [
    rolloutWithPenalty(`positive-${i}`, 1, penalty),
    rolloutWithPenalty(`negative-${i}`, 0, PENALTIES[3 - i]!),
  ]);
  const request = { keep: 4, minimumPositives: 0, minimumNegatives: 0, worldSize: 1 };
  const observed = new Map<string, number>();
  for (let draw = 0; draw < draws; draw++) {
    const kept = sample(group, { ...request, seed: `draw-${draw}` });
    const ofParity = (parity: number) => kept.filter((i) => i % 2 === parity).map((i) => (i - parity) / 2);
    const outcome = `${ofParity(0).join()}|${ofParity(1).join()}`;
    observed.set(outcome, (observed.get(outcome) ?? 0) + 1);
  }
  assertFrequencies(observed, exactProbabilities(penaltyFloor), significance);
}

/** Two of the four positives, then two of the four negatives. */
function exactProbabilities(penaltyFloor: number): Map<string, number> {
  const weights = PENALTIES.map((penalty) => 1 / Math.max(penalty, penaltyFloor));
  const positives = [...successiveDrawProbabilities(weights, 2)];
  const negatives = [...successiveDrawProbabilities([1, 1, 1, 1], 2)];
  return new Map(positives.flatMap(([p, ofP]) => negatives.map(([n, ofN]) => [`${p}|${n}`, ofP * ofN] as const)));
}

/** One turn whose p_total = p_err + p_format is the penalty: 0, 0.5 (no call), 1 (a failed call) or 2 (and no answer). */
function rolloutWithPenalty(id: string, reward: number, penalty: (typeof PENALTIES)[number]): Rollout {
  const call = (isError: boolean): ToolCall => ({
    id: `${id}/call`,
    name: 'python',
    arguments: { code: 'print(7)' },
    response: { text: isError ? "NameError: name 'x' is not defined" : '7', isError },
  });
  return {
    id,
    groupId: 'group',
    prompt: [{ role: 'user', content: 'How many?' }],
    turns: [
      {
        text: penalty === 2 ? 'I give up.' : '<answer>\\boxed{7}</answer>',
        toolCalls: penalty === 0.5 ? [] : [call(penalty > 0)],
      },
    ],
    finishReason: 'stop',
    reward,
  };
}
