import type { Policy } from '../../base/index.js';
import { groupByLabel, mean } from '../../base/internal/index.js';
import {
  rewardRollouts,
  rollOut,
  type RollOutOptions,
  type RolloutEnvironment,
  type TrainingProblem,
} from '../steps/roll-out.js';
import { isCorrect } from './rollout-metrics.js';
import type { DifficultyFilter } from '../stages/recipe.js';

/** How much of a problem a policy solves. */
export interface Difficulty {
  readonly id: string;
  /** Of the samples that could be judged; null where none could. */
  readonly solvedShare: number | null;
}

/**
 * Rolls problems out and says how much of each the policy solves.
 *
 * A problem's samples depend on `options.seed` and on the problem alone.
 *
 * @returns One for each problem, in order.
 */
export async function measureDifficulty(
  policy: Policy,
  problems: readonly TrainingProblem[],
  { reward, ...options }: RollOutOptions & Pick<RolloutEnvironment, 'reward'>,
): Promise<Difficulty[]> {
  const drawn = await rollOut(policy, problems, options);
  const rollouts = await rewardRollouts(drawn, { ...options, reward });
  return groupByLabel(rollouts.map(({ groupId }) => groupId)).map(({ members }, i) => {
    const judged = members.map((at) => rollouts[at]!).filter((rollout) => rollout.reward !== undefined);
    return {
      id: problems[i]!.id,
      solvedShare: judged.length === 0 ? null : mean(judged.map((rollout) => Number(isCorrect(rollout)))),
    };
  });
}

/**
 * The difficulty filter of the paper's stage 3: what is solved every time teaches nothing.
 *
 * @returns The problems that are left, in their order. Those that nothing could be judged of stay: nothing is known of them.
 * @remarks arXiv 2508.20722, stage 3: of 42K problems the 17.3K stay that 8 rollouts do not all solve.
 */
export function filterByDifficulty<P extends TrainingProblem>(
  problems: readonly P[],
  difficulties: readonly Difficulty[],
  { drop = 'solved' }: Pick<DifficultyFilter, 'drop'> = {},
): P[] {
  const shares = new Map(difficulties.map(({ id, solvedShare }) => [id, solvedShare]));
  return problems.filter(({ id }) => {
    const share = shares.get(id) ?? null;
    return share === null || (share < 1 && (share > 0 || drop === 'solved'));
  });
}

/** @returns The problems, those solved most often first; those of equal shares as they stood. */
export function easiestFirst<P extends TrainingProblem>(
  problems: readonly P[],
  difficulties: readonly Difficulty[],
): P[] {
  const shares = new Map(difficulties.map(({ id, solvedShare }) => [id, solvedShare ?? 0]));
  return [...problems].sort((a, b) => shares.get(b.id)! - shares.get(a.id)!);
}
