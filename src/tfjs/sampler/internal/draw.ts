import { PolicyError, type Random, type SamplingOptions } from '../../../base/index.js';

/** The options that exclude improbable tokens. */
export type Truncation = Pick<SamplingOptions, 'topK' | 'topP' | 'minP'>;

/** One drawn token and its logprob under the full distribution at the temperature; at 1 where that is 0. */
export interface Draw {
  readonly token: number;
  readonly logprob: number;
}

/**
 * Draws a token from logits by inverting the cumulative distribution at one uniform number.
 *
 * @param logits - Shape [V]; −Infinity for a token that cannot be drawn.
 * @param temperature - 0 takes the largest logit (the first among equals); its logprob is then that at temperature 1.
 * @param truncation - Which tokens can be drawn; the logprob is that of the full distribution.
 * @throws PolicyError for logits that are no distribution: one that is NaN or +Infinity, or none that is finite.
 */
export function drawToken(logits: Float32Array, temperature: number, truncation: Truncation, random: Random): Draw {
  const scale = temperature === 0 ? 1 : Math.min(1 / temperature, Number.MAX_VALUE);
  let best = 0;
  for (let v = 1; v < logits.length; v++) if (logits[v]! > logits[best]!) best = v;
  const probabilities = new Float64Array(logits.length);
  let sum = 0;
  for (let v = 0; v < logits.length; v++) sum += probabilities[v] = Math.exp((logits[v]! - logits[best]!) * scale);
  // NaN and +Infinity end up in the sum, and so does −Infinity where there is nothing else.
  if (!Number.isFinite(sum))
    throw new PolicyError('the logits of the next token are not finite; the weights may have diverged');
  const token =
    temperature === 0 ? best : invert(probabilities, allowedTokens(probabilities, sum, truncation), sum, random.next());
  return { token, logprob: Math.log(probabilities[token]! / sum) };
}

/**
 * Which tokens may be drawn, most probable first; undefined for all of them. Top-k comes first, the nucleus is that of the
 * distribution over what is left, and a probability is compared with the greatest one's: as transformers has it.
 */
function allowedTokens(
  probabilities: Float64Array,
  sum: number,
  { topK = Infinity, topP = 1, minP = 0 }: Truncation,
): Int32Array | undefined {
  const count = probabilities.length;
  if (topK >= count && topP >= 1 && minP <= 0) return undefined;
  const order = Int32Array.from(probabilities.keys()).sort((a, b) => probabilities[b]! - probabilities[a]! || a - b);
  const best = order.subarray(0, Math.min(topK, count));
  const total = best.length === count ? sum : best.reduce((mass, token) => mass + probabilities[token]!, 0);
  let mass = 0;
  let size = 0;
  while (size < best.length && (topP >= 1 || mass < topP * total) && probabilities[best[size]!]! >= minP)
    mass += probabilities[best[size++]!]!;
  return best.subarray(0, Math.max(1, size));
}

function invert(probabilities: Float64Array, allowed: Int32Array | undefined, total: number, uniform: number): number {
  const count = allowed?.length ?? probabilities.length;
  const at = (i: number) => allowed?.[i] ?? i;
  let mass = total;
  if (allowed !== undefined) mass = allowed.reduce((sum, token) => sum + probabilities[token]!, 0);
  let left = uniform * mass;
  let last = at(0);
  for (let i = 0; i < count; i++) {
    const probability = probabilities[at(i)]!;
    if (probability === 0) continue;
    last = at(i);
    left -= probability;
    if (left < 0) return last;
  }
  return last;
}
