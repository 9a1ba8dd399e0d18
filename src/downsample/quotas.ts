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
 * @remarks Source: PAPER "Resample-on-Correct".
 */
export function floorQuotas(request: QuotaRequest): Quotas {
  const { keep } = request;
  const leastNegatives = Math.min(request.minimumNegatives, request.negatives);
  const leastPositives = Math.min(request.minimumPositives, request.positives);
  const share = Math.floor((request.negatives * keep) / (request.positives + request.negatives));
  const negatives = Math.min(Math.max(share, leastNegatives), keep - leastPositives);
  return { positives: keep - negatives, negatives };
}

/**
 * The release's quotas: both shares rounded half to even, each on its own, then raised to the minimums, negatives first.
 *
 * They may add up to n − 1 or n + 1, and a minimum above n (with the other at −1) makes the other quota negative;
 * `repairQuotas` mends that, the release fails on it.
 *
 * @remarks Source: `resample_of_correct` of the public release. A minimum of −1 is off; 0 is not: a quota of zero then
 *   counts as raised, which gives the other sign the rest.
 */
export function halfEvenQuotas(request: QuotaRequest): Quotas {
  const { keep } = request;
  const size = request.positives + request.negatives;
  let negatives = roundHalfEven((request.negatives * keep) / size);
  let positives = roundHalfEven((request.positives * keep) / size);
  const leastNegatives = Math.min(request.minimumNegatives, request.negatives);
  const leastPositives = Math.min(request.minimumPositives, request.positives);
  if (negatives <= leastNegatives) {
    negatives = leastNegatives;
    positives = keep - negatives;
  }
  if (positives <= leastPositives) {
    positives = leastPositives;
    negatives = keep - positives;
  }
  return { positives, negatives };
}

/** @returns The nearest quotas that add up to n and that the group can fill; the positives take the difference. */
export function repairQuotas(quotas: Quotas, { positives, negatives, keep }: QuotaRequest): Quotas {
  const fitting = Math.min(Math.max(quotas.negatives, keep - positives, 0), negatives, keep);
  return { positives: keep - fitting, negatives: fitting };
}

/** Python's `round`: a tie goes to the even neighbour. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const fraction = value - floor;
  if (fraction !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
