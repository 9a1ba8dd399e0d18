import { takeLowest, type Candidates, type QuotaRequest, type Quotas } from '../../downsample/compat.js';

/**
 * The release's quotas: both shares rounded half to even, each on its own, then raised to the minimums, negatives first.
 *
 * They may add up to n − 1 or n + 1, and a minimum above n (with the other at −1) makes the other quota negative; the
 * release fails on it.
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

/** @returns Of a group that is larger than n the positives of lowest p_total and the first negatives, as many as the quotas say. */
export function takeByQuotas(
  { positives, negatives }: { readonly positives: Candidates; readonly negatives: Candidates },
  request: Omit<QuotaRequest, 'positives' | 'negatives'>,
): number[] {
  const size = { positives: positives.indices.length, negatives: negatives.indices.length };
  const quotas = halfEvenQuotas({ ...size, ...request });
  return [
    ...takeLowest(positives.indices, positives.penalties, quotas.positives),
    ...negatives.indices.slice(0, quotas.negatives),
  ];
}

/** Python's `round`: a tie goes to the even neighbour. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const fraction = value - floor;
  if (fraction !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
