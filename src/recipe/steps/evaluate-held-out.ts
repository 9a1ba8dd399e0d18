import { toolCallsOf, type MetricRecord, type Policy, type Rollout } from '../../base/index.js';
import { groupByLabel, mean, shareError, standardDeviation, type ShareTotal } from '../../base/internal/index.js';
import {
  rewardRollouts,
  drawRollouts,
  type RolloutEnvironment,
  type RolloutSampling,
  type TrainingProblem,
} from './roll-out.js';
import { agentMetrics } from '../internal/agent-metrics.js';
import { isCorrect, rolloutMetrics } from '../internal/rollout-metrics.js';

/** Options of {@link evaluateHeldOut}. */
export interface HeldOutOptions extends RolloutEnvironment {
  /** Training steps so far; for the record. */
  readonly step: number;
  /** The current stage; for the record. */
  readonly after?: string | undefined;
  /** Samples of each problem. */
  readonly samples: number;
  readonly sampling: RolloutSampling;
  readonly seed: string;
}

/**
 * Held-out evaluation while training: new rollouts of problems that are not trained on, without downsampling. For intervals use
 * `evaluate` of `rstar2-agent/evaluate`.
 *
 * @returns A record of stage `eval`: `passAt1` (the mean reward), the rest of `RolloutMetrics`, and the standard errors `passAt1Error` and
 *   `toolErrorShareInCorrectError`: the width of the 95 % interval, clustered by problem, divided by 3.92; above 0 even where all
 *   are solved. Null for fewer than two problems.
 *
 * @example
 * const record = await evaluateHeldOut(policy, problems, { ...stepOptions, step: 0, samples: 8 });
 */
export async function evaluateHeldOut(
  policy: Policy,
  problems: readonly TrainingProblem[],
  { step, after, reward, ...options }: HeldOutOptions,
): Promise<MetricRecord> {
  const started = performance.now();
  const { rollouts: drawn, setApart } = await drawRollouts(policy, problems, options);
  const rollouts = await rewardRollouts(drawn, { ...options, reward });
  const groups = groupByLabel(rollouts.map(({ groupId }) => groupId));
  const rewards = groups
    .map(({ members }) => members.flatMap((i) => rollouts[i]!.reward ?? []))
    .flatMap((judged) => (judged.length === 0 ? [] : mean(judged)));
  const calls = groups.map(({ members }) => callsInCorrect(members.map((i) => rollouts[i]!)));
  const { reward: passAt1, ...rest } = rolloutMetrics(rollouts);
  return {
    step,
    stage: 'eval',
    ...(after === undefined ? {} : { after }),
    passAt1,
    passAt1Error: errorOfMean(rewards),
    ...rest,
    toolErrorShareInCorrectError: rest.toolErrorShareInCorrect === null ? null : shareError(calls),
    ...(options.agent && agentMetrics(rollouts, setApart)),
    seconds: (performance.now() - started) / 1000,
  };
}

/** Returns the failed tool calls of one problem's correct rollouts, and all their calls. */
function callsInCorrect(rollouts: readonly Rollout[]): ShareTotal {
  const calls = rollouts.filter(isCorrect).flatMap(toolCallsOf);
  return { sum: calls.filter(({ response }) => response.isError).length, weight: calls.length };
}

/** The standard error of a share where all rewards lie in [0, 1], else that of a mean; null where it would be 0. */
function errorOfMean(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  if (values.every((value) => value >= 0 && value <= 1)) return shareError(values.map((sum) => ({ sum, weight: 1 })));
  return standardDeviation(values) / Math.sqrt(values.length) || null;
}
