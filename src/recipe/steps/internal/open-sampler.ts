import type { PolicySnapshot } from '../../../base/index.js';
import type { RolloutTask } from '../../../rollout/index.js';
import {
  createGroupSampler,
  createSwitchingPolicy,
  type GroupSampler,
  type SwitchingPolicy,
} from '../../../rollout/internal/index.js';
import { acceptWithSignal, type DynamicSampling } from '../dynamic-sampling.js';
import type { RlStepOptions } from '../rl-step-options.js';
import { rolloutOptions } from '../roll-out.js';
import { groupScorer, type GroupScorer } from './group-scorer.js';

/** What is rolled out with while nothing comes to rest. */
export interface OpenSampler {
  readonly policy: SwitchingPolicy;
  readonly groups: GroupSampler;
  readonly scorer: GroupScorer;
  /** The last step that each version of the weights was the newest for. */
  readonly versions: Map<string, number>;
  /** Aborted once a signal that it followed was. */
  readonly signal: AbortSignal;
  /** From now on it ends with this signal, no longer with the one before. */
  follow(signal: AbortSignal | undefined): void;
  close(): Promise<void>;
}

/** @param step - The step that it is opened with: its options are those of all that is rolled out. */
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
