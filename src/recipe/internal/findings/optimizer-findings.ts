import type { Stage } from '../../stages/recipe.js';
import type { Finding } from './finding.js';

/** @param totalSteps - Optimizer steps of the stage; undefined where the number of demonstrations is open. */
export function optimizerFindings({ optimizer }: Stage, at: string, totalSteps: number | undefined): Finding[] {
  const { learningRate, weightDecay = 0, epsilon = 0, schedule } = optimizer;
  const { kind, warmupSteps = 0, warmupShare = 0, finalShare } = schedule ?? { kind: 'constant' };
  const steps = totalSteps ?? Infinity;
  return [
    [
      `${at}.optimizer.learningRate`,
      learningRate > 0.1,
      `${learningRate} is far above what any model learns at; usual are 1e-6 to 1e-3`,
    ],
    [
      `${at}.optimizer.learningRate`,
      learningRate < 1e-10,
      `at ${learningRate} no weight moves by as much as its rounding; usual are 1e-6 to 1e-3`,
    ],
    [
      `${at}.optimizer.epsilon`,
      epsilon >= 0.01,
      `${epsilon} is far above the root of the second moment: steps come to next to nothing; usual is 1e-8`,
    ],
    [`${at}.optimizer.weightDecay`, weightDecay > 1, `${weightDecay} is far above what is usual, 0 to 0.1`],
    [
      `${at}.optimizer.schedule.warmupSteps`,
      warmupSteps > steps && steps > 0,
      `${warmupSteps} optimizer steps of warm-up, and the stage has ${steps}: the learning rate never comes to ${learningRate}`,
    ],
    [
      `${at}.optimizer.schedule.warmupShare`,
      warmupShare === 1,
      'the whole stage is warm-up: the learning rate comes to its peak at the last step alone',
    ],
    [
      `${at}.optimizer.schedule.finalShare`,
      kind === 'cosine' && finalShare === 1,
      'a cosine that ends at its peak never falls; leave the schedule constant, or end at 0 to 0.1',
    ],
    [
      `${at}.optimizer.schedule.finalShare`,
      kind === 'constant' && finalShare !== undefined,
      'a constant schedule has no use for it; a cosine ends there',
    ],
  ];
}
