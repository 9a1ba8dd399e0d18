import type { TinkerReduction } from '../../semantics.js';

/** Every divisor of a sequence. */
export const SEQUENCE_DIVISORS = [
  'none',
  'length',
  'weights',
  'weights-above-1',
] as const satisfies readonly TinkerReduction['sequence'][];

/** Every divisor of a batch. */
export const BATCH_DIVISORS = ['none', 'request', 'step'] as const satisfies readonly TinkerReduction['batch'][];

/** @param weights - Of the sequence's places, shape [L]; absent weights count 1. */
export function sequenceDivisor(kind: TinkerReduction['sequence'], weights: ArrayLike<number>): number {
  const sum = () => Array.from(weights).reduce((total, weight) => total + weight, 0);
  switch (kind) {
    case 'none':
      return 1;
    case 'length':
      return weights.length;
    case 'weights':
      return sum();
    case 'weights-above-1':
      return Math.max(sum(), 1);
  }
}

/** @param sequences - How many are in the request, and in all requests of the step. */
export function batchDivisor(
  kind: TinkerReduction['batch'],
  sequences: { readonly request: number; readonly step: number },
): number {
  return kind === 'none' ? 1 : sequences[kind];
}
