import { argumentError } from '../../../base/internal/index.js';

/** What another program does differently in rollout correction; only `compat` asks for it. */
export interface CorrectionHabits {
  /** Sequences without a counted token: left out of the metrics, or counted as ratio 1 and weight 0. */
  readonly emptySequences: 'ignore' | 'count';
  /** Added to a count before it divides, in deviations and normalization. */
  readonly countEpsilon: number;
  /** A batch without counted tokens: nothing to correct, or an error. */
  readonly emptyBatch: 'ignore' | 'error';
  /** A lower bound above the upper: an error, or nothing is left. */
  readonly crossedBounds: 'error' | 'reject-all';
  /** Which importance weights the metrics describe: those that are applied, or the ratios before they are cut off. */
  readonly measured: 'applied' | 'raw';
}

export const NO_HABITS: CorrectionHabits = {
  emptySequences: 'ignore',
  countEpsilon: 0,
  emptyBatch: 'ignore',
  crossedBounds: 'error',
  measured: 'applied',
};

/** @throws RangeError for a batch without counted tokens, where that is an error. */
export function refuseEmptyBatch(isEmpty: boolean, { emptyBatch }: CorrectionHabits): void {
  if (isEmpty && emptyBatch === 'error')
    throw argumentError(RangeError, 'input.responseMask', 'expected at least one counted token, got none');
}
