import type { Evaluation } from '../compute/same-value.js';

export type { Outcome } from '../compute/same-value.js';

/** What a comparison is made under: the work that is left and the caller's policy. */
export interface Context extends Evaluation {
  /** Names of variables matter, and a set is no tuple. */
  readonly strict: boolean;
  /** Decimal places to which an approximate answer must agree. */
  readonly floatRounding: number;
  /** A set in the ground truth may be answered by a solved inequality (the other direction is always allowed). */
  readonly allowSetRelation: boolean;
  /** 1 m equals 100 cm. */
  readonly convertUnits: boolean;
}
