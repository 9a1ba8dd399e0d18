/**
 * The version of verl to reproduce: `0.8.0.dev` is b178a3c, `0.10.0.dev` (default) is 1dda039 of August 2026. What changed between them:
 * `seq-mean-token-sum-norm` also divides by the number of sequences; `token-sum` is new; workers (`dp_size` above 1) need the size of the
 * whole batch; two thresholds for importance weights mean IcePop; metrics of importance weights describe the weights that are applied;
 * `k3+` and the other estimators with a straight-through gradient work.
 */
export type VerlVersion = '0.8.0.dev' | '0.10.0.dev';

/** The newest reproduced version. */
export const VERL_VERSION: VerlVersion = '0.10.0.dev';

/** verl's 1e-8 in the denominator of a mean over the tokens of a sequence. */
export const VERL_COUNT_EPSILON = 1e-8;
