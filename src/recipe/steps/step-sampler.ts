import * as z from 'zod';
import type { Learner } from '../../base/index.js';
import { functionOption, parseOptions } from '../../base/internal/index.js';
import type { RolloutTask } from '../../rollout/index.js';
import type { GroupBatch } from '../../rollout/internal/index.js';
import { samplesPerPrompt } from '../internal/step-schemas.js';
import { collectRollouts } from './internal/collect-rollouts.js';
import { openSampler, type OpenSampler } from './internal/open-sampler.js';
import { dynamicSamplingSchema, type DynamicSampling } from './dynamic-sampling.js';
import { createEpochSampler } from './epoch-sampler.js';
import type { RlStepOptions, SampledRollouts } from './rl-step-options.js';
import { rolloutFailed, type TrainingProblem, rewardRollouts, rollOut, checkItems } from './roll-out.js';

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
  /**
   * Rolls out for a step, by the learner's weights and, in asynchronous sampling, by those before. What is under way ends with the signal
   * of the latest call; all else is as the options of the first call say, or of the first one since generation was at rest.
   *
   * @throws SamplingLimitError at the limit of dynamic sampling; PolicyError where a rollout could not be made; RunError where none could
   *   be judged. Everything under way has ended then, no prompt is used, and the next call begins anew.
   */
  take(learner: Learner, options: RlStepOptions): Promise<SampledRollouts>;
  /** Ends what is under way and drops it. A second call does nothing. @throws The error with which released weights failed to close. */
  close(): Promise<void>;
}

/** Reads an `AsynchronousSampling`. */
export const asynchronousSchema = z.strictObject({
  stepsOffPolicy: z
    .int()
    .nonnegative()
    .describe('Steps that the weights of a rollout may be behind; 0 is synchronous.'),
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
 * Rollouts for one step after the other: prompts that keep coming until a step has enough groups with a signal, groups that are cut when
 * they have enough, generation that goes on while the learner learns; all three where asked for.
 *
 * Prompts are used in the order that `createEpochSampler` gives them, each once an epoch: which ones a step uses follows from their order,
 * the seed and the rewards, never from what ends first. A group that waits for the ones before it is why no rollout is ever more than
 * `stepsOffPolicy` steps behind; one that a step at its limit (`atLimit: 'train'`) leaves behind for longer is begun anew. At most
 * `(1 + stepsOffPolicy) * promptsPerStep` groups are under way or wait to be learnt from.
 *
 * @throws TypeError or RangeError for bad options, no problems, or two of one id.
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

  /** @returns How many steps generation may be ahead of a step. */
  const stepsAhead = (step: number): number => {
    let ahead = 0;
    while (ahead < stepsOffPolicy && !restsAfter(step + ahead)) ahead++;
    return ahead;
  };

  /** Ends what is under way and releases the weights. An error of closing them does not lose a step: `close` throws it. */
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
      // What was aborted while the learner learnt is over.
      if (open?.signal.aborted === true) await rest();
      try {
        const snapshot = await learner.policy({ signal });
        open ??= await openSampler(snapshot, tasks(samplesPerPrompt(step)), step, dynamicSampling);
        const { policy, groups, scorer, versions } = open;
        open.follow(signal);
        policy.switchTo(snapshot);
        versions.set(snapshot.weightVersion, step.step);
        const ahead = stepsAhead(step.step);
        const batch = await groups.take(promptsPerStep, ahead * promptsPerStep);
        if (dynamicSampling === undefined) requireWhole(batch);
        const stepOf = stepsOffPolicy > 0 ? versions : undefined;
        const sampled = collectRollouts(batch, { step: step.step, promptsPerStep, stepOf });
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

/** Without dynamic sampling nothing is replaced: what the machine broke ends the step, as it does without a sampler. */
function requireWhole({ groups }: GroupBatch): void {
  const broken = groups
    .flatMap(({ verdict, failed }) => (verdict.kind === 'accepted' ? [] : failed))
    .find(({ cause }) => cause.source !== 'cancelled');
  if (broken !== undefined) throw rolloutFailed(broken);
}

/**
 * Every problem of a step's batch is rolled out by the weights that learn from it, whatever it comes to.
 *
 * @param batch - The problems of a step. They may come again in a later one: every draw is named by its step.
 */
export function batchSampler(batch: (step: number) => readonly TrainingProblem[]): StepSampler {
  return {
    isAsynchronous: false,
    async take(learner, options) {
      const { step, signal } = options;
      const seed = `${options.seed}/step-${step}`;
      const policy = await learner.policy({ signal });
      const samples = samplesPerPrompt(options);
      const drawn = await rollOut(policy, batch(step), { ...options, samples, seed }).finally(() => policy.close());
      const rollouts = await rewardRollouts(drawn, options);
      return { rollouts, rejections: rollouts.map(() => undefined), metrics: {}, selectionSeed: seed };
    },
    close: () => Promise.resolve(),
  };
}
