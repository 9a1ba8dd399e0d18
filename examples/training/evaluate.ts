import type { Policy, Rollout } from 'rstar2-agent';
import type { MetricRecord } from 'rstar2-agent/report';
import { rollOut, verify, type AgentEnvironment, type Task } from './agent.js';
import { mean, measureRollouts } from './measure.js';

/**
 * Held-out evaluation: fresh rollouts of problems no training saw, at the training temperature, that nothing has
 * downsampled.
 *
 * @param step - RL steps taken so far; 0 after SFT.
 */
export async function evaluate(
  step: number,
  problems: readonly Task[],
  policy: Policy,
  seed: string,
  environment: AgentEnvironment,
): Promise<MetricRecord> {
  const started = performance.now();
  const { samplesPerProblem } = environment.settings.evaluation;
  const drawn = await rollOut(problems, samplesPerProblem, `${seed}/evaluation-${step}`, policy, environment);
  const rollouts = await verify(drawn, environment.signal);
  const { reward, ...rest } = measureRollouts(rollouts);
  const passAt1Error = standardError(problems.map(({ groupId }) => shareSolved(rollouts, groupId)));
  return { step, stage: 'eval', passAt1: reward, passAt1Error, ...rest, seconds: (performance.now() - started) / 1000 };
}

function shareSolved(rollouts: readonly Rollout[], groupId: string): number {
  return mean(rollouts.filter((rollout) => rollout.groupId === groupId).map(({ reward = 0 }) => reward));
}

/** Of a mean over problems: samples of one problem are not independent of each other. */
function standardError(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const average = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - average) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}
