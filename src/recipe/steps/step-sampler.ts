import * as z from 'zod';
import { functionOption, parseOptions } from '../../base/internal/index.js';
import type { RolloutTask } from '../../rollout/index.js';
import { isSetApart, type GroupBatch } from '../../rollout/internal/index.js';
import { samplesPerPrompt } from '../internal/step-schemas.js';
import { collectRollouts } from './internal/collect-rollouts.js';
import { openSampler, type OpenSampler } from './internal/open-sampler.js';
import { dynamicSamplingSchema, type DynamicSampling } from './dynamic-sampling.js';
import { createEpochSampler } from './epoch-sampler.js';
import {
  rolloutFailed,
  type FailedRollout,
  type TrainingProblem,
  rewardRollouts,
  drawRollouts,
  checkItems,
} from './roll-out.js';
import type { StepSampler } from './rl-step-options.js';

/** Generation during the learner steps. */
export interface AsynchronousSampling {
  /**
   * Most steps between the weights that start a rollout and those that learn from it (AReaL's `max_head_offpolicyness`, SkyRL's
   * `max_staleness_steps`). 0 is synchronous.
   */
  readonly stepsOffPolicy: number;
}

/** Options of {@link createStepSampler}. */
export interface StepSamplerOptions {
  /** Groups in each step. */
  readonly promptsPerStep: number;
  /** Seed of the order of prompts. */
  readonly seed: string;
  readonly order?: 'shuffled' | 'given' | undefined;
  /** Default: off; every group is used. */
  readonly dynamicSampling?: DynamicSampling | undefined;
  /** Additional rollouts of each group; the slowest are cancelled (`RolloutTask.overProvision`). Default 0. */
  readonly overProvision?: number | undefined;
  /** Default: off; the current weights sample the rollouts of each step. */
  readonly asynchronous?: AsynchronousSampling | undefined;
  /** Number of prompts in earlier steps: the sum of `sampling/prompts` of their records. Default 0. */
  readonly usedPrompts?: number | undefined;
  /** Whether no rollout may be pending after a step, so that a checkpoint there is complete. Default: never. */
  readonly restsAfter?: ((step: number) => boolean) | undefined;
}

/** Reads an `AsynchronousSampling`. */
export const asynchronousSchema = z.strictObject({
  stepsOffPolicy: z
    .int()
    .nonnegative()
    .describe('Most steps by which the weights of a rollout may be old; 0 is synchronous.'),
});

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
 * Samples the rollouts of each step. Optional: dynamic sampling (more prompts replace groups without a signal), over-provisioning (the
 * slowest rollouts of a group are cancelled) and asynchronous sampling (generation continues during the learner steps).
 *
 * Prompts come in the order of `createEpochSampler`, each once in an epoch. Order, seed and rewards decide which prompts a step uses, not
 * which rollout ends first. Groups are used in that order, so no rollout is more than `stepsOffPolicy` steps old; a group that would be
 * older (left by a step at its limit, `atLimit: 'train'`) is sampled again. At most `(1 + stepsOffPolicy) * promptsPerStep` groups are
 * running or waiting.
 *
 * @throws TypeError or RangeError for bad options, no problems, or two problems with the same id.
 *
 * @example
 * const sampler = createStepSampler(problems, { promptsPerStep: 16, seed: 'run', dynamicSampling: {} });
 */
export function createStepSampler(problems: readonly TrainingProblem[], options: StepSamplerOptions): StepSampler {
  const { promptsPerStep, seed, order, dynamicSampling, overProvision, asynchronous, usedPrompts, restsAfter } =
    parseOptions(optionsSchema, options);
  checkItems('problems', problems);
  const { stepsOffPolicy } = asynchronous;
  const prompts = createEpochSampler(problems, { batchSize: 1, seed, order });
  let used = usedPrompts;
  let open: OpenSampler | undefined;
  let unclosed: { readonly error: unknown } | undefined;

  function* tasks(samples: number): Generator<RolloutTask> {
    for (let at = used; ; at++) {
      const { id, prompt, metadata } = prompts.batch(at + 1)[0]!;
      const epoch = Math.floor(at / problems.length);
      const groupId = epoch === 0 ? id : `${id}#${epoch + 1}`;
      yield { groupId, prompt, samples, overProvision, ...(metadata && { metadata }) };
    }
  }

  /** Ends pending rollouts and releases the weights. If that fails, the step is not lost: `close` throws the error. */
  const rest = async () => {
    const closing = open;
    open = undefined;
    try {
      await closing?.close();
    } catch (error) {
      unclosed ??= { error };
    }
  };

  return {
    isAsynchronous: stepsOffPolicy > 0,
    async take(learner, step) {
      const { signal } = step;
      // A signal may have ended it while the learner learnt.
      if (open?.signal.aborted === true) await rest();
      try {
        const snapshot = await learner.policy({ signal });
        open ??= await openSampler(snapshot, tasks(samplesPerPrompt(step)), step, dynamicSampling);
        const { policy, groups, scorer, versions } = open;
        open.follow(signal);
        policy.switchTo(snapshot);
        versions.set(snapshot.weightVersion, step.step);
        let ahead = 0;
        while (ahead < stepsOffPolicy && !restsAfter(step.step + ahead)) ahead++;
        const batch = await groups.take(promptsPerStep, ahead * promptsPerStep);
        const isMissing = ({ cause }: FailedRollout) => isSetApart(cause, { makeOutcome: step.agent });
        if (dynamicSampling === undefined) requireWhole(batch, isMissing);
        const stepOf = stepsOffPolicy > 0 ? versions : undefined;
        const sampled = collectRollouts(batch, { step: step.step, promptsPerStep, isSetApart: isMissing, stepOf });
        scorer.requireJudged(sampled.rollouts);
        used += batch.groups.length;
        if (ahead === 0) await rest();
        return sampled;
      } catch (error) {
        const explained = open?.scorer.explained(error) ?? error;
        await rest();
        throw explained;
      }
    },
    async close() {
      await rest();
      const failed = unclosed;
      unclosed = undefined;
      if (failed !== undefined) throw failed.error;
    },
  };
}

/**
 * @throws PolicyError for a rollout that failed, because without dynamic sampling no other prompt replaces its group; for one that an agent set
 *   apart where no rollout is left.
 */
function requireWhole({ groups }: GroupBatch, isMissing: (rollout: FailedRollout) => boolean): void {
  const isEmpty = groups.every(({ rollouts }) => rollouts.length === 0);
  const broken = groups
    .flatMap(({ verdict, failed }) => (verdict.kind === 'accepted' ? [] : failed))
    .find((rollout) => rollout.cause.source !== 'cancelled' && (isEmpty || !isMissing(rollout)));
  if (broken !== undefined) throw rolloutFailed(broken);
}

/**
 * Samples every problem of a step's batch with the weights that learn from it; no group is replaced.
 *
 * @param batch - The problems of a step. They may come again in a later one, so the step is part of every seed.
 */
export function batchSampler(batch: (step: number) => readonly TrainingProblem[]): StepSampler {
  return {
    isAsynchronous: false,
    async take(learner, options) {
      const { step, signal } = options;
      const seed = `${options.seed}/step-${step}`;
      const policy = await learner.policy({ signal });
      const samples = samplesPerPrompt(options);
      const drawing = drawRollouts(policy, batch(step), { ...options, samples, seed });
      const { rollouts: drawn, setApart } = await drawing.finally(() => policy.close());
      const rollouts = await rewardRollouts(drawn, options);
      return { rollouts, rejections: rollouts.map(() => undefined), setApart, metrics: {}, selectionSeed: seed };
    },
    close: () => Promise.resolve(),
  };
}
