import * as z from 'zod/mini';
import { checkArgument, parseOptions } from '../base/internal/index.js';

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

/** Where an adaptive controller steers to and how fast. */
export interface AdaptiveKlOptions {
  /** β at the start. */
  readonly coefficient: number;
  /** The KL to hold. */
  readonly target: number;
  /** Over how many steps an error of a fifth is made good. */
  readonly horizon: number;
}

const positive = z.number().check(z.positive());
const adaptiveKlSchema = z.strictObject({ coefficient: z.number(), target: positive, horizon: positive });

/**
 * Steers the KL towards a target: β ← β (1 + clip(KL / target − 1, −0.2, 0.2) · steps / horizon).
 *
 * @throws RangeError unless target and horizon are positive, and from `next` for a KL that is not finite; TypeError for
 *   another option.
 * @remarks Source: arXiv 1909.08593.
 *
 * @example
 * const kl = adaptiveKlController({ coefficient: 0.01, target: 6, horizon: 10_000 });
 */
export function adaptiveKlController(options: AdaptiveKlOptions): KlController {
  checkArgument(options, 'options', 'an object');
  const { coefficient, target, horizon } = parseOptions(adaptiveKlSchema, options);
  return {
    coefficient,
    next(kl, steps) {
      for (const [name, value] of Object.entries({ kl, steps }))
        if (!Number.isFinite(value)) throw new RangeError(`${name}: expected a finite number, got ${value}`);
      const error = Math.min(Math.max(kl / target - 1, -0.2), 0.2);
      return adaptiveKlController({ coefficient: coefficient * (1 + (error * steps) / horizon), target, horizon });
    },
  };
}
