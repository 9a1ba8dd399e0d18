import { checkArgument } from '../base/internal/index.js';
/** What decides β, the weight of a KL term, from step to step. A value: `next` gives the controller after a step. */
export interface KlController {
  readonly coefficient: number;
  /**
   * The controller of the next step.
   *
   * @param kl - The KL measured over the step.
   * @param steps - How many the step counts for (verl: the rollouts of the batch).
   */
  next(kl: number, steps: number): KlController;
}

/** @returns A controller whose coefficient never changes. */
export function fixedKlController(coefficient: number): KlController {
  const controller: KlController = { coefficient, next: () => controller };
  return controller;
}

/** Where an adaptive controller steers to and how fast. */
export interface AdaptiveKlOptions {
  /** β at the start. */
  readonly coefficient: number;
  /** The KL to hold. */
  readonly target: number;
  /** Over how many steps an error of a fifth is made good. */
  readonly horizon: number;
}

/**
 * Steers the KL towards a target: β ← β (1 + clip(KL / target − 1, −0.2, 0.2) · steps / horizon).
 *
 * @throws RangeError unless target and horizon are positive.
 * @remarks Source: arXiv 1909.08593.
 */
export function adaptiveKlController(options: AdaptiveKlOptions): KlController {
  checkArgument(options, 'options', 'an object');
  const { coefficient, target, horizon } = options;
  for (const [name, value] of Object.entries({ target, horizon }))
    if (!(value > 0)) throw new RangeError(`options.${name}: expected more than 0, got ${value}`);
  return {
    coefficient,
    next(kl, steps) {
      const error = Math.min(Math.max(kl / target - 1, -0.2), 0.2);
      return adaptiveKlController({ coefficient: coefficient * (1 + (error * steps) / horizon), target, horizon });
    },
  };
}
