import { samplesPerPrompt } from './samples-per-prompt.js';
import { rewardRollouts, rollOut, type TrainingProblem } from '../steps/roll-out.js';
import type { StepSampler } from '../steps/step-sampler.js';

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
