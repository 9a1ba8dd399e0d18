import type { PolicySnapshot, Rollout } from '../../../base/index.js';
import { type RolloutTask, SamplingLimitError } from '../../../rollout/index.js';
import {
  createGroupSampler,
  createSwitchingPolicy,
  type GroupSampler,
  type SwitchingPolicy,
  type ScoreGroup,
} from '../../../rollout/internal/index.js';
import { acceptWithSignal, type DynamicSampling } from '../dynamic-sampling.js';
import type { RlStepOptions } from '../rl-step-options.js';
import { rolloutOptions, judgeOf, noneJudged, type RolloutEnvironment } from '../roll-out.js';

/** A group sampler that is open over several steps, with its policy. */
export interface OpenSampler {
  readonly policy: SwitchingPolicy;
  readonly groups: GroupSampler;
  readonly scorer: GroupScorer;
  /** By version of the weights, the last step for which it was the newest. */
  readonly versions: Map<string, number>;
  /** Aborted when the followed signal is. */
  readonly signal: AbortSignal;
  /** Follows this signal in place of the one before. */
  follow(signal: AbortSignal | undefined): void;
  close(): Promise<void>;
}

/** @param step - The step that opens it: its options hold until it is closed. */
export async function openSampler(
  first: PolicySnapshot,
  tasks: Iterable<RolloutTask>,
  step: RlStepOptions,
  dynamicSampling: DynamicSampling | undefined,
): Promise<OpenSampler> {
  const policy = createSwitchingPolicy(first);
  const scorer = groupScorer(step);
  const { maxBatches, atLimit = 'error' } = dynamicSampling ?? { maxBatches: 1, atLimit: 'train' };
  const ending = new AbortController();
  let followed: AbortSignal | undefined;
  const end = () => ending.abort(followed?.reason);
  const follow = (signal: AbortSignal | undefined) => {
    followed?.removeEventListener('abort', end);
    followed = signal;
    if (signal?.aborted === true) end();
    else signal?.addEventListener('abort', end, { once: true });
  };
  try {
    const groups = createGroupSampler(tasks, {
      ...rolloutOptions({ ...step, seed: `${step.seed}/step-${step.step}`, signal: ending.signal }),
      ...{ policy, score: scorer.score, maxBatches, atLimit: atLimit === 'train' ? 'partial' : 'error' },
      ...(dynamicSampling && { accept: acceptWithSignal({ ...step, ...dynamicSampling }) }),
    });
    const close = async () => {
      follow(undefined);
      try {
        await groups.close();
      } finally {
        await policy.close();
      }
    };
    return { policy, groups, scorer, versions: new Map(), signal: ending.signal, follow, close };
  } catch (error) {
    await policy.close();
    throw error;
  }
}

/** Scores groups as they end, and remembers why the first rollout that could not be judged could not. */
interface GroupScorer {
  readonly score: ScoreGroup;
  /** @throws RunError where no rollout has a reward. */
  requireJudged(rollouts: readonly Rollout[]): void;
  /** @returns The error; with why nothing could be judged, where groups were rejected for that. */
  explained(error: unknown): unknown;
}

function groupScorer(judge: Pick<RolloutEnvironment, 'reward' | 'environment' | 'agent'>): GroupScorer {
  const rewardsOf = judgeOf(judge);
  let reason = '';
  return {
    async score(rollouts, { signal }) {
      // No warning: undecided rollouts are counted, and a step of nothing else is refused.
      const rewards = await rewardsOf(rollouts, { signal, onWarning: () => undefined });
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
      return new SamplingLimitError(`${error.message}; reason of the first undecided one: ${reason}`, error);
    },
  };
}
