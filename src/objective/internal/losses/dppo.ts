import * as z from 'zod/mini';
import type { FormulaOperations } from '../formula/operations.js';
import { bound, clipMetrics, defineLoss, limitLogRatios, positive } from '../loss.js';

/** Log-ratios are clamped to ± this value, as in verl. */
const LOG_RATIO_LIMIT = 20;
/** Added to the probability of all other tokens in the binary KL, which is 0 for a token of probability 1. */
const EPSILON = 1e-8;

/**
 * ℓ = −m sg[min(ρ, c)] A log π. The mask m is 0 for a token whose probability has moved in the direction of its advantage by more than
 * `limitLow` or `limitHigh`, measured as the divergence between two outcomes: this token, or any other.
 *
 * @remarks Source: arXiv 2602.04879 (binary TV and KL); verl's `dppo_tv` and `dppo_kl`.
 */
export const dppo = defineLoss({
  options: z.strictObject({
    kind: z.literal('dppo'),
    divergence: z._default(z.enum(['tv', 'kl']), 'tv'),
    limitLow: bound(0.2),
    limitHigh: bound(0.2),
    ratioLimit: z._default(positive, 20),
  }),
  terms(m, tokens, { divergence, limitLow, limitHigh, ratioLimit }) {
    const { logprobs, oldLogprobs, advantages } = tokens;
    const moves = m.detach(tokens.logRatios);
    const logRatios = limitLogRatios(m, moves, LOG_RATIO_LIMIT);
    const ratios = m.exp(logRatios);
    const [p, old] = [m.exp(m.detach(logprobs)), m.exp(oldLogprobs)];
    const moved = divergence === 'tv' ? m.abs(m.sub(p, old)) : binaryKl(m, p, old, moves);
    const rises = m.greater(advantages, 0);
    const isFar = m.greater(moved, m.where(rises, limitHigh, limitLow));
    const towards = m.or(m.and(rises, m.greater(p, old)), m.and(m.not(rises), m.greater(old, p)));
    const isAway = m.and(towards, isFar);
    const factors = m.where(isAway, 0, m.min(ratios, ratioLimit));
    return {
      losses: m.mul(m.mul(m.neg(advantages), factors), logprobs),
      metrics: clipMetrics(m, logRatios, isAway, m.and(m.not(isAway), m.greater(ratios, ratioLimit))),
    };
  },
});

/** @returns KL(old ‖ new) of the two outcomes. */
function binaryKl<X, C>(m: FormulaOperations<X, C>, p: X, old: X, logRatios: X): X {
  const others = m.add(m.neg(old), 1);
  const ratios = m.div(m.add(others, EPSILON), m.add(m.add(m.neg(p), 1), EPSILON));
  return m.sub(m.mul(others, m.log(ratios)), m.mul(old, logRatios));
}
