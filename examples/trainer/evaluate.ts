import type { Policy } from 'rstar2-agent';
import type { MetricRecord } from 'rstar2-agent/report';
import { rollOut, type AgentEnvironment } from './agent.js';
import { measureRollouts } from './measure.js';
import type { Problem } from './task/problems.js';

/**
 * Held-out evaluation: fresh rollouts of problems no training saw, at the training temperature, that nothing has
 * downsampled.
 *
 * @param step - RL steps taken so far; 0 after SFT.
 */
export async function evaluate(
  step: number,
  problems: readonly Problem[],
  policy: Policy,
  seed: string,
  environment: AgentEnvironment,
): Promise<MetricRecord> {
  const started = performance.now();
  const { samplesPerProblem } = environment.settings.evaluation;
  const rollouts = await rollOut(problems, samplesPerProblem, `${seed}/evaluation-${step}`, policy, environment);
  const { reward, ...rest } = measureRollouts(rollouts);
  return { step, stage: 'eval', passAt1: reward, ...rest, seconds: (performance.now() - started) / 1000 };
}
