import * as z from 'zod/mini';
import type { BatchOperations } from './formula/operations.js';
import type { LossTokens } from './loss.js';

/** @returns (A − mean A)(log π − mean log π), means over the counted tokens. */
export function covariances<X, C>(m: BatchOperations<X, C>, { advantages, logprobs }: LossTokens<X>): X {
  const constants = m.detach(logprobs);
  return m.mul(m.sub(advantages, m.batchMean(advantages)), m.sub(constants, m.batchMean(constants)));
}

/** @returns How many tokens are selected: a share of the counted ones, one at least. */
export function selectedCount<X, C>({ size }: BatchOperations<X, C>, share: number): number {
  return Math.max(1, Math.floor(size * share));
}

/** Reads the share of counted tokens that a loss selects. */
export const tokenShare = z._default(z.number().check(z.positive(), z.maximum(1)), 2e-4);
