import { z } from 'zod';
import type { Learner, PolicySnapshot } from '../../base/index.js';
import { functionOption, parseOptions } from '../../base/internal/index.js';
import {
  createGroupSampler,
  createSwitchingPolicy,
  type GroupSampler,
  type RolloutTask,
  type SwitchingPolicy,
} from '../../rollout/index.js';
import { groupScorer, type GroupScorer } from './internal/group-scorer.js';
import { collectRollouts } from './internal/collect-rollouts.js';
import { acceptWithSignal, dynamicSamplingSchema, type DynamicSampling } from './dynamic-sampling.js';
import { createEpochSampler } from './epoch-sampler.js';
import type { RlStepOptions } from './rl-step-options.js';
import type { TrainingProblem } from './roll-out.js';
import type { SampledRollouts } from './sampled-rollouts.js';

/** Generation that goes on while the learner learns. */
export interface AsynchronousSampling {
  /**
   * How many steps the weights that began a rollout may be behind those that learn from it: AReaL's `max_head_offpolicyness`, SkyRL's
   * `max_staleness_steps`. 0 is synchronous.
   */
  readonly stepsOffPolicy: number;
}

/** Options of {@link createStepSampler}. */
export interface StepSamplerOptions {
  /** Groups that a step learns from. */
  readonly promptsPerStep: number;
  /** Names the order of the prompts. */
  readonly seed: string;
  readonly order?: 'shuffled' | 'given' | undefined;
  /** Default: every group counts. */
  readonly dynamicSampling?: DynamicSampling | undefined;
  /** Rollouts that a group starts beyond those it needs; the slowest are cut (`RolloutTask.overProvision`). Default 0. */
  readonly overProvision?: number | undefined;
  /** Default: each step's rollouts are drawn by the weights that learn from them. */
  readonly asynchronous?: AsynchronousSampling | undefined;
  /** Prompts that earlier steps have used: `sampling/prompts` of their records, summed. Default 0. */
  readonly usedPrompts?: number | undefined;
  /**
   * Whether generation comes to rest after a step: nothing is rolled out ahead of the next one, so that a checkpoint taken there is
   * all there is. Default: never.
   */
  readonly restsAfter?: ((step: number) => boolean) | undefined;
}

/** Gives each step its rollouts: what `rlStep` takes in place of problems. */
export interface StepSampler {
  readonly isAsynchronous: boolean;
  /** Rolls out for a step, by the learner's weights and, in asynchronous sampling, by those before. */
  take(learner: Learner, options: RlStepOptions): Promise<SampledRollouts>;
  /** Ends what is under way; it is nobody's. A second call does nothing. */
  close(): Promise<void>;
}

/** Reads an `AsynchronousSampling`. */
export const asynchronousSchema = z.strictObject({ stepsOffPolicy: z.int().nonnegative() });

const optionsSchema = z.strictObject({
  promptsPerStep: z.int().positive(),
  seed: z.string(),
  order: z.enum(['shuffled', 'given']).optional(),
  dynamicSampling: dynamicSamplingSchema.optional(),
  overProvision: z.int().nonnegative().default(0),
  asynchronous: asynchronousSchema.default({ stepsOffPolicy: 0 }),
  usedPrompts: z.int().nonnegative().default(0),
  restsAfter: functionOption<(step: number) => boolean>(() => false),
});

/**
 * Rollouts for one step after the other: prompts that keep coming until a step has enough groups with a signal, groups that are cut when
 * they have enough, generation that goes on while the learner learns; all three where asked for.
 *
 * Prompts are used in the order that `createEpochSampler` gives them, each once an epoch: which ones a step uses follows from their order,
 * the seed and the rewards, never from what ends first. A group that waits for the ones before it is why no rollout is ever more than
 * `stepsOffPolicy` steps behind. At most `(1 + stepsOffPolicy) * promptsPerStep` groups are under way or wait to be learnt from.
 *
 * @throws TypeError or RangeError for bad options, or no problems.
 */
export function createStepSampler(problems: readonly TrainingProblem[], options: StepSamplerOptions): StepSampler {
  const { promptsPerStep, seed, order, dynamicSampling, overProvision, asynchronous, usedPrompts, restsAfter } =
    parseOptions(optionsSchema, options);
  const { stepsOffPolicy } = asynchronous;
  const prompts = createEpochSampler(problems, { batchSize: 1, seed, order });
  let used = usedPrompts;
  let open: OpenSampler | undefined;

  function* tasks(samples: number): Generator<RolloutTask> {
    for (let at = used; ; at++) {
      const { id, prompt, metadata } = prompts.batch(at + 1)[0]!;
      const epoch = Math.floor(at / problems.length);
      const groupId = epoch === 0 ? id : `${id}#${epoch + 1}`;
      yield { groupId, prompt, samples, overProvision, ...(metadata && { metadata }) };
    }
  }

  /** @returns How many steps generation may be ahead of a step. */
  const stepsAhead = (step: number): number => {
    let ahead = 0;
    while (ahead < stepsOffPolicy && !restsAfter(step + ahead)) ahead++;
    return ahead;
  };

  const close = async () => {
    const closing = open;
    open = undefined;
    try {
      await closing?.groups.close();
    } finally {
      await closing?.policy.close();
    }
  };

  return {
    isAsynchronous: stepsOffPolicy > 0,
    close,
    async take(learner, step) {
      const { groupSize, oversampling = 2, signal } = step;
      const snapshot = await learner.policy({ signal });
      open ??= await openSampler(snapshot, tasks(groupSize * oversampling), step, dynamicSampling);
      const { policy, groups, scorer, versions } = open;
      policy.switchTo(snapshot);
      versions.set(snapshot.weightVersion, step.step);
      const ahead = stepsAhead(step.step);
      try {
        const batch = await groups.take(promptsPerStep, ahead * promptsPerStep);
        used += batch.groups.length;
        const stepOf = stepsOffPolicy > 0 ? versions : undefined;
        const sampled = collectRollouts(batch, { step: step.step, promptsPerStep, stepOf });
        scorer.requireJudged(sampled.rollouts);
        return sampled;
      } catch (error) {
        throw scorer.explained(error);
      } finally {
        // Nothing is under way then, and weights that nobody draws with need not be held.
        if (ahead === 0) await close();
      }
    },
  };
}

/** What is rolled out with while nothing comes to rest. */
interface OpenSampler {
  readonly policy: SwitchingPolicy;
  readonly groups: GroupSampler;
  readonly scorer: GroupScorer;
  /** The first step that each version of the weights is the newest for. */
  readonly versions: Map<string, number>;
}

async function openSampler(
  first: PolicySnapshot,
  tasks: Iterable<RolloutTask>,
  {
    step,
    seed,
    sampling,
    groupSize,
    selection,
    reward,
    onRollout,
    tokenizer,
    chatTemplate,
    tools = [],
    signal,
  }: RlStepOptions,
  dynamicSampling: DynamicSampling | undefined,
): Promise<OpenSampler> {
  const policy = createSwitchingPolicy(first);
  const scorer = groupScorer(reward);
  const { maxTokens, maxTurns = 10, temperature = 1, topP = 1 } = sampling;
  const { maxBatches, atLimit = 'error' } = dynamicSampling ?? { maxBatches: 1 };
  try {
    const groups = createGroupSampler(tasks, {
      ...{ policy, tokenizer, chatTemplate, tools, maxTokens, maxTurns, temperature, topP, signal },
      ...{ score: scorer.score, maxBatches, atLimit: atLimit === 'train' ? 'partial' : 'error' },
      seed: `${seed}/step-${step}`,
      ...(dynamicSampling && { accept: acceptWithSignal({ ...dynamicSampling, selection, groupSize }) }),
      ...(onRollout && { onProgress: onRollout }),
    });
    return { policy, groups, scorer, versions: new Map() };
  } catch (error) {
    await policy.close();
    throw error;
  }
}
