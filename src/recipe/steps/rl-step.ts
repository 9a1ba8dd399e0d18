import { z } from 'zod';
import { describeDecision } from '../../downsample/index.js';
import type { Learner, MetricRecord, Objective, OptimizerParameters, RolloutSample } from '../../base/index.js';
import { functionSchema, parseOptions } from '../../base/internal/index.js';
import { packRollouts } from '../../batch/index.js';
import { grpoRoc, type RolloutCorrectionOptions } from '../../objective/index.js';
import { environmentShape, stepShape } from '../internal/step-schemas.js';
import { correctRollouts } from './internal/correct-rollouts.js';
import {
  rewardRollouts,
  rollOut,
  type RolloutEnvironment,
  type RolloutSampling,
  type TrainingProblem,
} from './roll-out.js';
import { responseLength, rolloutMetrics } from './rollout-metrics.js';
import { selectForStep, type StepSelection } from './select-for-step.js';
import { updatePolicy, type UpdateOptions } from './update-policy.js';

/** Options of {@link rlStep}. */
export interface RlStepOptions extends RolloutEnvironment {
  /** Counts from 1; every draw of the step is named by it and by `seed`. */
  readonly step: number;
  /** For the record. Default `rl`. */
  readonly stage?: string | undefined;
  /** The run's or the stage's. */
  readonly seed: string;
  /** G: rollouts of a prompt that are trained on. */
  readonly groupSize: number;
  /** G times this many are sampled; 1 for plain GRPO. Default 2, as in the paper. */
  readonly oversampling?: number | undefined;
  readonly sampling: RolloutSampling;
  readonly selection?: StepSelection | undefined;
  /** Default `grpoRoc()`. */
  readonly objective?: Objective | undefined;
  /** Optimizer steps on the step's rollouts. Default 1. */
  readonly miniBatches?: number | undefined;
  /** Of one forward and backward pass: what fits, not what is learnt from. */
  readonly maxTokensPerPass: number;
  /** What optimizer step i of this step is taken with; counts from 1. Default: the learner's own. */
  readonly optimizer?: ((update: number) => OptimizerParameters) | undefined;
  /** As in {@link updatePolicy}. */
  readonly referenceLogprobs?: UpdateOptions['referenceLogprobs'];
  /**
   * For a policy that is another program than the learner: measures, by a forward pass more, how far apart their probabilities are, and
   * corrects for it where it says how. Default: neither.
   */
  readonly rolloutCorrection?: RolloutCorrectionOptions | undefined;
}

const optionsSchema = z.strictObject({
  ...environmentShape,
  ...stepShape,
  seed: z.string(),
  groupSize: z.int().positive(),
  oversampling: z.number().min(1).optional(),
  miniBatches: z.int().positive().optional(),
  optimizer: z.optional(functionSchema()),
  referenceLogprobs: z.optional(functionSchema()),
  // Those who use them look at these.
  sampling: z.looseObject({}),
  selection: z.unknown().optional(),
  objective: z.unknown().optional(),
  rolloutCorrection: z.unknown().optional(),
});

/** What one RL step came to. */
export interface RlStepResult {
  readonly record: MetricRecord;
  /** Every rollout of the step, with what became of it. */
  readonly samples: readonly RolloutSample[];
}

/**
 * One step of GRPO-RoC, the whole journey:
 *
 *     prompt → rollout → verify → reject equal → RoC downsample → advantage → pack → policy loss → update
 *
 * @returns The step's record: `RolloutMetrics` over all rollouts, `rejected` (share in groups of equal rewards), `trainedRollouts`,
 *   `trainedToolErrorShareInCorrect`, `UpdateMetrics`, tokens a second, seconds.
 * @throws TypeError or RangeError, before any work, for bad options; PolicyError where a rollout could not be made; what the learner throws. Nothing has been learnt where rollouts failed.
 * @remarks arXiv 2508.20722 on GRPO-RoC.
 */
export async function rlStep(
  learner: Learner,
  problems: readonly TrainingProblem[],
  options: RlStepOptions,
): Promise<RlStepResult> {
  parseOptions(optionsSchema, options);
  const { step, stage = 'rl', seed, groupSize, oversampling = 2, sampling, objective = grpoRoc(), signal } = options;
  const { tokenizer, chatTemplate, tools, reward, onRollout } = options;
  const started = performance.now();

  // prompt → rollout → verify
  const policy = await learner.policy({ signal });
  const drawn = await rollOut(policy, problems, {
    ...{ tokenizer, chatTemplate, tools, onRollout, signal, sampling },
    samples: groupSize * oversampling,
    seed: `${seed}/step-${step}`,
  }).finally(() => policy.close());
  const rollouts = await rewardRollouts(drawn, { reward, signal });
  const generated = performance.now();

  // reject equal (a group all right or all wrong carries no signal) → RoC downsample (2G → G) → advantage
  const { kept, advantages, decisions, penalties } = selectForStep(rollouts, options.selection ?? {}, {
    keep: groupSize,
    seed: `${seed}/step-${step}`,
  });

  // pack → policy loss → update
  const { temperature = 1 } = sampling;
  const packed = packRollouts(rollouts, { advantages, among: kept, objective, temperature });
  const { miniBatches, maxTokensPerPass, optimizer, referenceLogprobs, rolloutCorrection: correction } = options;
  const { batch, metrics } =
    correction === undefined || packed.rollouts.length === 0
      ? { batch: packed, metrics: {} }
      : await correctRollouts(learner, packed, { correction, maxTokensPerPass, signal });
  const updates = await updatePolicy(learner, batch, {
    ...{ objective, miniBatches, maxTokensPerPass, optimizer, referenceLogprobs, signal },
    seed: `${seed}/step-${step}/mini-batches`,
  });
  const ended = performance.now();

  const tokens = rollouts.reduce((sum, rollout) => sum + responseLength(rollout), 0);
  const record: MetricRecord = {
    step,
    stage,
    ...rolloutMetrics(rollouts),
    rejected: decisions.filter(isRejected).length / rollouts.length,
    trainedRollouts: kept.length,
    trainedToolErrorShareInCorrect: rolloutMetrics(kept.map((i) => rollouts[i]!)).toolErrorShareInCorrect,
    ...updates,
    ...metrics,
    tokensPerSecond: (1000 * tokens) / (generated - started),
    rolloutSeconds: (generated - started) / 1000,
    updateSeconds: (ended - generated) / 1000,
    seconds: (ended - started) / 1000,
  };
  const samples = rollouts.map((rollout, i): RolloutSample => {
    const decision = decisions[i]!;
    const groundTruth = rollout.metadata?.['groundTruth'];
    const total = penalties.total[i]!;
    return {
      step,
      rollout,
      kept: decision.kind === 'kept',
      reason: describeDecision(decision),
      ...(typeof groundTruth === 'string' ? { groundTruth } : {}),
      ...(Number.isNaN(total)
        ? {}
        : { penalties: { errorRatio: penalties.errorRatio[i]!, format: penalties.format[i]!, total } }),
      ...(decision.kind === 'kept' ? { advantage: advantages[i]! } : {}),
    };
  });
  return { record, samples };
}

function isRejected(decision: { readonly kind: string; readonly reason?: string }): boolean {
  return decision.kind === 'dropped' && decision.reason === 'equal-rewards';
}
