/** The penalties of a batch; R = rollouts. */
export interface RocPenalties {
  /** p_total, the sum of the terms that are switched on; shape [R]. */
  readonly total: Float64Array;
  /** p_err, whether it is switched on or not; shape [R]; NaN where the caller gives p_total itself. */
  readonly errorRatio: Float64Array;
  /** p_format, whether it is switched on or not; shape [R]; NaN where the caller gives p_total itself. */
  readonly format: Float64Array;
}

/** The penalties of a batch and what they say about it. */
export interface RocPenaltyReport {
  readonly penalties: RocPenalties;
  /** Under the release's names (`roc_error_ratio/…`, `roc_answer_format/…`); none where the caller gives p_total itself. */
  readonly metrics: { readonly [name: string]: number };
}
