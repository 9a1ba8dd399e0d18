import * as z from 'zod/mini';
import { parseOptions } from '../base/internal/index.js';

/** Options of `softOverlongPunishment`; lengths in tokens. */
export interface OverlongOptions {
  /** L_max: longer responses get the full punishment. */
  readonly maxLength: number;
  /** L_cache: the punishment grows linearly over this number of tokens before L_max. */
  readonly cacheLength: number;
  /** The full punishment. Default 1. */
  readonly factor?: number | undefined;
}

const positive = z.number().check(z.positive());
const optionsSchema = z.strictObject({
  maxLength: positive,
  cacheLength: positive,
  factor: z._default(z.number().check(z.nonnegative()), 1),
});

/**
 * Soft overlong punishment, added to a response's reward: 0 up to L_max − L_cache, then falling linearly to −factor at L_max.
 *
 * @param length - Response tokens.
 * @throws RangeError if the cache is longer than the maximum.
 * @remarks Source: DAPO, arXiv 2503.14476, §3.4 (overlong reward shaping).
 */
export function softOverlongPunishment(length: number, options: OverlongOptions): number {
  const { maxLength, cacheLength, factor } = parseOptions(optionsSchema, options);
  if (cacheLength > maxLength)
    throw new RangeError(`options.cacheLength: expected at most ${maxLength} (maxLength), got ${cacheLength}`);
  const excess = (length - (maxLength - cacheLength)) / cacheLength;
  if (excess <= 0) return 0;
  return -factor * Math.min(excess, 1);
}
