/**
 * Which verl is followed: `0.8.0.dev` is b178a3c, `0.10.0.dev` (default) is 1dda039 of August 2026. Between the two
 * `seq-mean-token-sum-norm` came to divide by the sequences too, `token-sum` was added, workers (`dp_size` above 1) must be
 * told the size of the whole batch, two thresholds for importance weights became IcePop, their metrics came to describe the
 * weights that are applied, and `k3+` and its kin came to work.
 */
export type VerlVersion = '0.8.0.dev' | '0.10.0.dev';

/** The newest that is followed. */
export const VERL_VERSION: VerlVersion = '0.10.0.dev';

/** verl's 1e-8 in the denominator of a mean over the tokens of a sequence. */
export const VERL_COUNT_EPSILON = 1e-8;
