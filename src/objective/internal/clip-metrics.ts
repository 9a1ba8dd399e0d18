import type { Operations } from './formula/operations.js';
import type { LossTerms } from './loss.js';

/**
 * The metrics that verl has of most losses.
 *
 * @param logRatios - As the loss uses them.
 * @param clipped - Where the loss is clipped, and where its lower bound acts. Default: nowhere.
 */
export function clipMetrics<X, C>(
  m: Operations<X, C>,
  logRatios: X,
  clipped?: C,
  clippedLower?: C,
): LossTerms<X, C>['metrics'] {
  return {
    'actor/pg_clipfrac': clipped === undefined ? 0 : { share: clipped },
    'actor/ppo_kl': { mean: m.neg(m.detach(logRatios)) },
    'actor/pg_clipfrac_lower': clippedLower === undefined ? 0 : { share: clippedLower },
  };
}
