import type { TokenLayout } from '../../base/index.js';

/** Log-ratios of the policy that is trained from to the one that generated, on packed tokens. */
export interface LogRatioInput extends TokenLayout {
  /** log π_train − log π_rollout; shape [N]; read at counted tokens alone. */
  readonly logRatios: ArrayLike<number>;
}
