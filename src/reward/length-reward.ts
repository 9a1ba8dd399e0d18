import * as z from 'zod';
import { functionSchema, parseOptions, type WithAccessors } from '../base/internal/index.js';
import type { Accessor, Rollout } from '../base/index.js';
import { softOverlongPunishment } from '../objective/index.js';
import { readGeneratedLength, type TokensOrPass } from './internal/accessors.js';
import type { RolloutReward } from './reward.js';

/** Options of `softLengthReward`. */
export interface SoftLengthOptions<R> {
  /** L_max, in tokens: at this length and above the reward is −factor. */
  readonly maxLength: number;
  /** L_cache, in tokens: the reward falls over this number of tokens before L_max. */
  readonly cacheLength: number;
  /** The full punishment. Default 1. */
  readonly factor?: number | undefined;
  /** Tokens of the response. Default: the counted tokens of `rollout.tokens.responseMask` and of each branch. */
  readonly length?: Accessor<R, number> | undefined;
}

/** The rest is the punishment's. */
const optionsSchema = z.looseObject({
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the caller's own rollout type
  length: z.optional(functionSchema<Accessor<any, number>>()),
});

/**
 * `softOverlongPunishment` of the generated tokens as a reward: 0 up to L_max − L_cache, then falling linearly to −factor at L_max.
 *
 * @throws RangeError if the cache is longer than the maximum.
 * @remarks Source: DAPO, arXiv 2503.14476, Eq. 13.
 *
 * @example
 * softLengthReward({ maxLength: 20480, cacheLength: 4096 });
 */
export function softLengthReward<R = Rollout>(options: WithAccessors<SoftLengthOptions<R>, 'length'>): RolloutReward<R>;
export function softLengthReward<R extends TokensOrPass<'length'> = Rollout>(
  options: SoftLengthOptions<R>,
): RolloutReward<R>;
export function softLengthReward<R>(options: SoftLengthOptions<R>): RolloutReward<R> {
  parseOptions(optionsSchema, options);
  const { length, ...punishment } = options;
  softOverlongPunishment(0, punishment);
  return (rollout, { index }) => {
    const tokens = readGeneratedLength(rollout, index, length);
    return { kind: 'scored', value: softOverlongPunishment(tokens, punishment), detail: { length: tokens } };
  };
}
