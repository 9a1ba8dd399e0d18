/** How many rollouts of each sign are kept of a group that is larger than n. */
export interface Quotas {
  readonly positives: number;
  readonly negatives: number;
}

/** A group that is larger than n, by the sign of the reward (positive: r > 0), and what is asked of it. */
export interface QuotaRequest {
  readonly positives: number;
  readonly negatives: number;
  /** n, less than the group's size. */
  readonly keep: number;
  readonly minimumPositives: number;
  readonly minimumNegatives: number;
}

/**
 * The paper's halves, for any n: of P positives and N negatives, the negatives get ⌊N · n / (P + N)⌋ and the
 * positives the rest; then each minimum is honoured as far as the group has that many, at the other sign's cost.
 *
 * The quotas add up to n and never exceed what is there, given minimums whose sum is at most n.
 *
 * @remarks Source: arXiv 2508.20722 on Resample-on-Correct.
 */
export function floorQuotas(request: QuotaRequest): Quotas {
  const { keep } = request;
  const leastNegatives = Math.min(request.minimumNegatives, request.negatives);
  const leastPositives = Math.min(request.minimumPositives, request.positives);
  const share = Math.floor((request.negatives * keep) / (request.positives + request.negatives));
  const negatives = Math.min(Math.max(share, leastNegatives), keep - leastPositives);
  return { positives: keep - negatives, negatives };
}
