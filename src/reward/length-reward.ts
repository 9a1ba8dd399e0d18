import { z } from 'zod';
import { functionSchema, parseOptions } from '../base/internal/index.js';
import type { Accessor, Rollout } from '../base/index.js';
import { readGeneratedLength } from './internal/accessors.js';
import type { RolloutReward } from './reward.js';

/** Options of `softLengthReward`. */
export interface SoftLengthOptions<R> {
  /** L_max, in tokens: from here on the reward is −factor. */
  readonly maxLength: number;
  /** L_cache, in tokens: the reward falls over the last so many before L_max. */
  readonly cacheLength: number;
  /** The full punishment. Default 1. */
  readonly factor?: number | undefined;
  /** Tokens of the response. Default: those that `rollout.tokens.responseMask` counts. */
  readonly length?: Accessor<R, number> | undefined;
}

const optionsSchema = z.strictObject({
  maxLength: z.number().positive(),
  cacheLength: z.number().positive(),
  factor: z.number().nonnegative().default(1),
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the caller's own rollout type
  length: z.optional(functionSchema<Accessor<any, number>>()),
});

/**
 * The soft overlong punishment as a reward: 0 up to L_max − L_cache, then falling linearly to −factor at L_max.
 *
 * @throws RangeError if the cache is longer than the maximum.
 * @remarks Source: DAPO, arXiv 2503.14476, Eq. 13.
 */
export function softLengthReward<R = Rollout>(options: SoftLengthOptions<R>): RolloutReward<R> {
  const { maxLength, cacheLength, factor, length } = parseOptions(optionsSchema, options);
  if (cacheLength > maxLength)
    throw new RangeError(`options.cacheLength: expected at most ${maxLength} (maxLength), got ${cacheLength}`);
  return (rollout, { index }) => {
    const tokens = readGeneratedLength(rollout, index, length);
    const excess = Math.min(1, Math.max(0, (tokens - (maxLength - cacheLength)) / cacheLength));
    return { kind: 'scored', value: excess === 0 ? 0 : -factor * excess, detail: { length: tokens } };
  };
}
