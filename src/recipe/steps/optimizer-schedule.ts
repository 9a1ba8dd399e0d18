import { learningRateFactor, type OptimizerParameters } from '../../base/index.js';

/** Settings of a stage's optimizer and learning rate. */
export interface OptimizerSettings extends OptimizerParameters {
  /** Peak learning rate. */
  readonly learningRate: number;
  /** Default: constant, without a warm-up. */
  readonly schedule?: StageSchedule | undefined;
}

/** A linear warm-up, then constant or half a cosine over the rest of the stage. */
export interface StageSchedule {
  readonly kind: 'constant' | 'cosine';
  /** In optimizer steps. */
  readonly warmupSteps?: number | undefined;
  /** Instead of `warmupSteps`: a share of the stage's optimizer steps, rounded up; the paper's SFT has 0.04. */
  readonly warmupShare?: number | undefined;
  /** The rate at the end of a cosine, as a share of the peak. Default 0. */
  readonly finalShare?: number | undefined;
}

/**
 * @param totalSteps - Optimizer steps of the stage, at most.
 * @returns A function that gives the parameters of the stage's `update`-th optimizer step; counts from 1.
 *
 * @example
 * const optimizer = scheduledOptimizer({ learningRate: 1e-6, schedule: { kind: 'cosine', warmupSteps: 20 } }, 1000);
 * await learner.optimizerStep(optimizer(1));
 */
export function scheduledOptimizer(
  { schedule, ...parameters }: OptimizerSettings,
  totalSteps: number,
): (update: number) => OptimizerParameters {
  const { kind, warmupShare = 0, finalShare = 0 } = schedule ?? { kind: 'constant' };
  const warmupSteps = schedule?.warmupSteps ?? Math.ceil(warmupShare * totalSteps);
  const whole =
    kind === 'constant'
      ? ({ kind, warmupSteps } as const)
      : ({ kind, warmupSteps, totalSteps: Math.max(1, totalSteps), finalShare } as const);
  return (update) => ({
    ...parameters,
    learningRate: parameters.learningRate * learningRateFactor(whole, update),
  });
}
