import {
  describeDecision,
  grpoRoc,
  mergeLossReports,
  packRollouts,
  selectRollouts,
  splitMicroBatches,
  splitMiniBatches,
  type Learner,
  type LossReport,
  type Objective,
  type PackedBatch,
  type SelectResult,
} from 'rstar2-agent';
import type { MetricRecord, RolloutSample } from 'rstar2-agent/report';
import { groundTruthOf, rollOut, verify, type AgentEnvironment, type Task } from './agent.js';
import { measureRollouts, responseLength } from './measure.js';
import type { Algorithm } from './settings.js';

/** What a step needs beside problems and a learner. */
export interface StepEnvironment extends AgentEnvironment {
  /**
   * `grpo-roc` samples 2G rollouts a prompt and keeps G by Resample-on-Correct; `uniform` samples 2G and keeps G at random;
   * `grpo` samples G.
   */
  readonly algorithm: Algorithm;
  /** The run's; everything drawn in the step depends on it and on the step alone. */
  readonly seed: string;
  /** Of one forward and backward pass; what fits comfortably, not what is learnt from. */
  readonly maxTokensPerPass: number;
}

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
 */
export async function rlStep(
  step: number,
  problems: readonly Task[],
  learner: Learner,
  environment: StepEnvironment,
): Promise<RlStepResult> {
  const { algorithm, seed, settings, signal } = environment;
  const { rl } = settings;
  const started = performance.now();

  // prompt → rollout → verify
  const sampled = algorithm === 'grpo' ? rl.groupSize : rl.groupSize * rl.oversampling;
  const policy = await learner.policy();
  const drawn = await rollOut(problems, sampled, `${seed}/step-${step}`, policy, environment).finally(() =>
    policy.close(),
  );
  const rollouts = await verify(drawn, signal);
  const among = rollouts.flatMap(({ reward }, i) => (reward === undefined ? [] : i));
  const generated = performance.now();

  // reject equal (a group all right or all wrong carries no signal) → RoC downsample (2G → G) → advantage
  const { kept, advantages, decisions, penalties } = selectRollouts(rollouts, {
    among,
    keep: rl.groupSize,
    strategy: algorithm === 'grpo-roc' ? 'paper' : 'uniform',
    ...(algorithm === 'grpo-roc'
      ? { minimumNegatives: rl.minimumNegatives, minimumPositives: rl.minimumPositives }
      : {}),
    seed: `${seed}/step-${step}`,
  });

  // pack → policy loss → update
  const objective: Objective = {
    ...grpoRoc(),
    loss: { kind: 'clip', clipLow: rl.clipLow, clipHigh: rl.clipHigh },
    ...(rl.klCoefficient === undefined ? {} : { kl: { coefficient: rl.klCoefficient } }),
  };
  const batch = packRollouts(rollouts, { advantages, among: kept, objective, temperature: rl.temperature });
  const updates = kept.length === 0 ? {} : await update(batch, learner, objective, step, environment);
  const ended = performance.now();

  const tokens = rollouts.reduce((sum, rollout) => sum + responseLength(rollout), 0);
  const record: MetricRecord = {
    step,
    stage: 'rl',
    ...measureRollouts(rollouts),
    rejected: decisions.filter(isRejected).length / rollouts.length,
    trainedRollouts: kept.length,
    trainedToolErrorShareInCorrect: measureRollouts(kept.map((i) => rollouts[i]!)).toolErrorShareInCorrect,
    ...updates,
    tokensPerSecond: (1000 * tokens) / (generated - started),
    rolloutSeconds: (generated - started) / 1000,
    updateSeconds: (ended - generated) / 1000,
    seconds: (ended - started) / 1000,
  };
  const samples = rollouts.map((rollout, i): RolloutSample => {
    const decision = decisions[i]!;
    const shared = {
      step,
      rollout,
      groundTruth: groundTruthOf(rollout),
      kept: decision.kind === 'kept',
      reason: describeDecision(decision),
    };
    if (isRejected(decision)) return shared;
    const { errorRatio, format, total } = penalties;
    return {
      ...shared,
      penalties: { errorRatio: errorRatio[i]!, format: format[i]!, total: total[i]! },
      ...(decision.kind === 'kept' ? { advantage: advantages[i]! } : {}),
    };
  });
  return { record, samples };
}

function isRejected(decision: SelectResult['decisions'][number]): boolean {
  return decision.kind === 'dropped' && decision.reason === 'equal-rewards';
}

/** Several optimizer steps on one batch of rollouts: from the second on the ratio leaves 1 and clipping acts. */
async function update(
  batch: PackedBatch,
  learner: Learner,
  objective: Objective,
  step: number,
  { seed, settings, maxTokensPerPass }: StepEnvironment,
): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  const parts = splitMiniBatches(batch, {
    count: settings.rl.miniBatches,
    seed: `${seed}/step-${step}/mini-batches`,
  });
  for (const mini of parts) {
    const reports: LossReport[] = [];
    for (const micro of splitMicroBatches(mini, { maxTokens: maxTokensPerPass }))
      reports.push(await learner.forwardBackward(await withReference(micro, learner, objective), objective));
    const { loss, metrics } = mergeLossReports(reports);
    const { gradientNorm = NaN } = await learner.optimizerStep();
    const measured = {
      loss,
      entropy: metrics['actor/entropy']!,
      kl: metrics['actor/ppo_kl']!,
      clipFraction: metrics['actor/pg_clipfrac']!,
      gradientNorm,
      ...(objective.kl === undefined ? {} : { referenceKl: metrics['actor/kl_loss']! }),
    };
    for (const [name, value] of Object.entries(measured)) sums[name] = (sums[name] ?? 0) + value / parts.length;
  }
  return sums;
}

/** Adds what a KL term is measured from: the logprobs of the model that training started from. */
async function withReference(batch: PackedBatch, learner: Learner, objective: Objective): Promise<PackedBatch> {
  if (objective.kl === undefined) return batch;
  return { ...batch, referenceLogprobs: await learner.logprobs(batch, { weights: 'reference' }) };
}
