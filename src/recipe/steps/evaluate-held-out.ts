import type { MetricRecord, Policy } from '../../base/index.js';
import { groupByLabel, mean, standardDeviation } from '../../base/internal/index.js';
import {
  rewardRollouts,
  rollOut,
  type RolloutEnvironment,
  type RolloutSampling,
  type TrainingProblem,
} from './roll-out.js';
import { rolloutMetrics } from './rollout-metrics.js';

/** Options of {@link evaluateHeldOut}. */
export interface HeldOutOptions extends RolloutEnvironment {
  /** Steps that training has taken; for the record. */
  readonly step: number;
  /** The stage that training is in; for the record. */
  readonly after?: string | undefined;
  /** Of each problem. */
  readonly samples: number;
  readonly sampling: RolloutSampling;
  readonly seed: string;
}

/**
 * Held-out evaluation while training: fresh rollouts of problems that no training sees, that nothing has downsampled.
 *
 * `evaluate` of `rstar2-agent/evaluate` is the whole measurement, with its intervals; this is the curve of a run.
 *
 * @returns A record of stage `eval`: `passAt1` (the mean reward), `passAt1Error` (its standard error; samples of one problem are
 *   not independent, so over problems), and the rest of `RolloutMetrics`.
 */
export async function evaluateHeldOut(
  policy: Policy,
  problems: readonly TrainingProblem[],
  { step, after, reward, ...options }: HeldOutOptions,
): Promise<MetricRecord> {
  const started = performance.now();
  const rollouts = await rewardRollouts(await rollOut(policy, problems, options), { ...options, reward });
  const groups = groupByLabel(rollouts.map(({ groupId }) => groupId));
  const solved = groups
    .map(({ members }) => members.flatMap((i) => rollouts[i]!.reward ?? []))
    .flatMap((judged) => (judged.length === 0 ? [] : mean(judged)));
  const { reward: passAt1, ...rest } = rolloutMetrics(rollouts);
  return {
    step,
    stage: 'eval',
    ...(after === undefined ? {} : { after }),
    passAt1,
    passAt1Error: solved.length < 2 ? null : standardDeviation(solved) / Math.sqrt(solved.length),
    ...rest,
    seconds: (performance.now() - started) / 1000,
  };
}
