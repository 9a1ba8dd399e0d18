import * as z from 'zod/mini';
import type { SelectionOperations } from './formula/operations.js';
import type { LossTokens } from './loss.js';

/** @returns (A − mean A)(log π − mean log π) for each token, with means over the counted tokens. */
export function covariances<X, C>(m: SelectionOperations<X, C>, { advantages, logprobs }: LossTokens<X>): X {
  const constants = m.detach(logprobs);
  return m.mul(m.sub(advantages, m.batchMean(advantages)), m.sub(constants, m.batchMean(constants)));
}

/** @returns The number of tokens to select: a share of the counted tokens, at least 1. */
export function selectedCount<X, C>({ size }: SelectionOperations<X, C>, share: number): number {
  return Math.max(1, Math.floor(size * share));
}

/** Reads `ratio`, the share of counted tokens that a loss selects. */
export const tokenShare = z._default(z.number().check(z.positive(), z.maximum(1)), 2e-4);
