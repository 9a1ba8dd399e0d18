import type { Rollout } from '../../../base/index.js';
import { scoreRollouts } from '../../../reward/index.js';
import { SamplingLimitError } from '../../../rollout/index.js';
import type { ScoreGroup } from '../../../rollout/internal/index.js';
import { judgeOf, noneJudged, type RolloutEnvironment } from '../roll-out.js';

/** Scores groups as they end, and remembers why the first rollout that could not be judged could not. */
export interface GroupScorer {
  readonly score: ScoreGroup;
  /** @throws RunError where no rollout has a reward. */
  requireJudged(rollouts: readonly Rollout[]): void;
  /** @returns The error; with why nothing could be judged, where groups were rejected for that. */
  explained(error: unknown): unknown;
}

export function groupScorer(judge: Pick<RolloutEnvironment, 'reward' | 'environment'>): GroupScorer {
  const reward = judgeOf(judge);
  let reason = '';
  return {
    async score(rollouts, { signal }) {
      // What is undecided is counted, and a step of nothing else is refused.
      const rewards = await scoreRollouts(rollouts, reward, { signal, onWarning: () => undefined });
      const first = rewards.find(({ kind }) => kind === 'undecided');
      if (reason === '' && first?.kind === 'undecided') reason = first.reason;
      return rewards;
    },
    requireJudged(rollouts) {
      if (rollouts.length > 0 && rollouts.every((rollout) => rollout.reward === undefined))
        throw noneJudged(rollouts.length, reason);
    },
    explained(error) {
      if (!(error instanceof SamplingLimitError) || error.rejected['undecided'] === undefined) return error;
      return new SamplingLimitError(`${error.message}; of the first undecided one: ${reason}`, error);
    },
  };
}
