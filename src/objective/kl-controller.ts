import * as z from 'zod/mini';
import { checkArgument, parseOptions } from '../base/internal/index.js';

/** Sets β, the weight of a KL term, for each step. Immutable: `next` returns the controller of the next step. */
export interface KlController {
  readonly coefficient: number;
  /**
   * @param kl - The KL measured over the step.
   * @param steps - The number of steps that this one counts as; verl counts the rollouts of the batch.
   * @returns The controller of the next step.
   */
  next(kl: number, steps: number): KlController;
}

/** Options of `adaptiveKlController`. */
export interface AdaptiveKlOptions {
  /** β at the start. */
  readonly coefficient: number;
  /** The KL to reach and keep. */
  readonly target: number;
  /** Steps after which β has changed by about 20 % if KL is 20 % or more from the target. */
  readonly horizon: number;
}

const positive = z.number().check(z.positive());
const adaptiveKlSchema = z.strictObject({ coefficient: z.number(), target: positive, horizon: positive });

/**
 * Changes β so that the KL approaches a target: β ← β (1 + clip(KL / target − 1, −0.2, 0.2) · steps / horizon).
 *
 * @throws RangeError unless target and horizon are positive, and from `next` for a KL that is not finite; TypeError for
 *   an unknown option.
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
