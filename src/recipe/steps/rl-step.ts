import * as z from 'zod';
import { describeDecision } from '../../downsample/index.js';
import type { Learner, MetricRecord, RolloutSample } from '../../base/index.js';
import { functionSchema, parseOptions, responseLength } from '../../base/internal/index.js';
import { packRollouts } from '../../batch/index.js';
import { grpoRoc, objectiveSchema, type RolloutCorrectionOptions } from '../../objective/index.js';
import { agentMetrics } from '../internal/agent-metrics.js';
import { checkObjective } from '../internal/check-objective.js';
import { checkCorrection, correctRollouts } from '../internal/correct-rollouts.js';
import type { FailedRollout, TrainingProblem } from './roll-out.js';
import { rolloutMetrics, share } from '../internal/rollout-metrics.js';
import { checkSelection, selectForStep, selectionSchema } from './select-for-step.js';
import type { RlStepOptions, StepSampler } from './rl-step-options.js';
import { batchSampler } from './step-sampler.js';
import { updatePolicy } from './update-policy.js';
import { environmentShape, stepShape } from '../internal/step-schemas.js';

const optionsSchema = z.strictObject({
  ...environmentShape,
  ...stepShape,
  seed: z.string(),
  groupSize: z.int().positive(),
  oversampling: z.number().min(1).optional(),
  miniBatches: z.int().positive().optional(),
  optimizer: z.optional(functionSchema()),
  referenceLogprobs: z.optional(functionSchema()),
  selection: selectionSchema.optional(),
  objective: z.optional(objectiveSchema),
  // Checked where they are used.
  sampling: z.looseObject({}),
  rolloutCorrection: z.unknown().optional(),
});

/** The result of one RL step. */
export interface RlStepResult {
  readonly record: MetricRecord;
  /** Every rollout of the step, with its decision. */
  readonly samples: readonly RolloutSample[];
  /** Rollouts that an agent set apart, or in which it threw, with the cause. They are not in `samples`. */
  readonly setApart: readonly FailedRollout[];
}

/**
 * One step of GRPO-RoC:
 *
 *     prompt → rollout → verify → reject equal → RoC downsample → advantage → pack → policy loss → update
 *
 * @param source - The step's problems; or a sampler that gives the step its rollouts.
 * @returns The step's record: `RolloutMetrics` over all rollouts, `rejected` (share in groups of equal rewards, or that
 *   sampling rejected; null without rollouts), `rollouts` and how many of them were trained on, `trainedRollouts`,
 *   `trainedToolErrorShareInCorrect`, `UpdateMetrics`, tokens a second, seconds; with a sampler also its metrics; with an agent also
 *   `AgentMetrics`.
 * @throws TypeError or RangeError, before any work, for bad options; PolicyError for a failed rollout; SamplingLimitError at the limit of
 *   dynamic sampling; errors of the learner. If rollouts failed, the weights have not changed.
 * @remarks arXiv 2508.20722 on GRPO-RoC.
 *
 * @example
 * const { record } = await rlStep(learner, problems, stepOptions);
 */
export async function rlStep(
  learner: Learner,
  source: readonly TrainingProblem[] | StepSampler,
  options: RlStepOptions,
): Promise<RlStepResult> {
  parseOptions(optionsSchema, options);
  const { step, stage = 'rl', seed, groupSize, sampling, objective = grpoRoc(), signal } = options;
  checkSelection(options.selection, groupSize, 'options.selection');
  checkCorrection(options.rolloutCorrection);
  checkObjective(
    learner,
    { objective, sampling, hasReference: options.referenceLogprobs !== undefined },
    { path: 'options', reference: 'options.referenceLogprobs: expected a function' },
  );
  const sampler = 'take' in source ? source : batchSampler(() => source);
  const started = performance.now();

  // prompt → rollout → verify
  const sampled = await sampler.take(learner, options);
  const { rollouts, rejections, setApart = [], selectionSeed = seed } = sampled;
  const generated = performance.now();

  // reject equal (a group all right or all wrong carries no signal) → RoC downsample (2G → G) → advantage
  const { kept, advantages, decisions, penalties } = selectForStep(rollouts, options.selection ?? {}, {
    keep: groupSize,
    seed: selectionSeed,
    among: rejections.flatMap((cause, i) => (cause === undefined ? i : [])),
  });

  // pack → policy loss → update
  const { temperature = 1 } = sampling;
  // Greedy samples carry logprobs at temperature 1.
  const logprobsAt = temperature === 0 ? 1 : temperature;
  const packed = packRollouts(rollouts, { advantages, among: kept, objective, temperature: logprobsAt });
  const { miniBatches, maxTokensPerPass, optimizer, referenceLogprobs } = options;
  const { rolloutCorrection: correction = sampler.isAsynchronous ? STALE_CORRECTION : undefined } = options;
  const { batch, metrics } =
    correction === undefined || packed.rollouts.length === 0
      ? { batch: packed, metrics: {} }
      : await correctRollouts(learner, packed, { correction, maxTokensPerPass, signal });
  const updates = await updatePolicy(learner, batch, {
    ...{ objective, miniBatches, maxTokensPerPass, optimizer, referenceLogprobs, signal },
    seed: `${seed}/step-${step}/mini-batches`,
  });
  const ended = performance.now();

  const tokens = rollouts.reduce((sum, rollout) => sum + (responseLength(rollout) ?? 0), 0);
  const record: MetricRecord = {
    step,
    stage,
    ...rolloutMetrics(rollouts),
    rejected: share(decisions.map((decision, i) => isRejected(decision) || rejections[i] !== undefined)),
    rollouts: rollouts.length,
    trainedRollouts: kept.length,
    trainedToolErrorShareInCorrect: rolloutMetrics(kept.map((i) => rollouts[i]!)).toolErrorShareInCorrect,
    ...updates,
    ...metrics,
    ...sampled.metrics,
    ...(options.agent && agentMetrics(rollouts, setApart)),
    // An asynchronous sampler generates during the whole step.
    tokensPerSecond: (1000 * tokens) / ((sampler.isAsynchronous ? ended : generated) - started),
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
      reason: rejections[i] === undefined ? describeDecision(decision) : `dropped: its group is ${rejections[i]}`,
      ...(typeof groundTruth === 'string' ? { groundTruth } : {}),
      ...(Number.isNaN(total)
        ? {}
        : { penalties: { errorRatio: penalties.errorRatio[i]!, format: penalties.format[i]!, total } }),
      ...(decision.kind === 'kept' ? { advantage: advantages[i]! } : {}),
    };
  });
  return { record, samples, setApart };
}

/** For rollouts of older weights: importance weights from the sampler to the weights at the start of the step, truncated at 2. */
const STALE_CORRECTION: RolloutCorrectionOptions = { weights: { level: 'token' } };

function isRejected(decision: { readonly kind: string; readonly reason?: string }): boolean {
  return decision.kind === 'dropped' && decision.reason === 'equal-rewards';
}
