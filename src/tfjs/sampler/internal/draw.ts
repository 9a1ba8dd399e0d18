import { PolicyError, type Random } from '../../../base/index.js';

/** One drawn token and its logprob under the full distribution at the temperature. */
export interface Draw {
  readonly token: number;
  readonly logprob: number;
}

/**
 * Draws a token from logits by inverting the cumulative distribution at one uniform number.
 *
 * @param logits - Shape [V]; −Infinity for a token that cannot be drawn.
 * @param temperature - 0 takes the largest logit (the first among equals); its logprob is then that at temperature 1.
 * @param topP - Only the fewest most probable tokens whose probability reaches it can be drawn.
 * @throws PolicyError for logits that are no distribution: one that is NaN or infinite, or none that is finite.
 */
export function drawToken(logits: Float32Array, temperature: number, topP: number, random: Random): Draw {
  const scale = temperature === 0 ? 1 : Math.min(1 / temperature, Number.MAX_VALUE);
  let best = 0;
  for (let v = 1; v < logits.length; v++) if (logits[v]! > logits[best]!) best = v;
  const probabilities = new Float64Array(logits.length);
  let sum = 0;
  for (let v = 0; v < logits.length; v++) sum += probabilities[v] = Math.exp((logits[v]! - logits[best]!) * scale);
  // NaN and infinities of either sign all end up in the sum.
  if (!Number.isFinite(sum))
    throw new PolicyError('the logits of the next token are not finite; the weights may have diverged');
  const token = temperature === 0 ? best : invert(probabilities, nucleus(probabilities, sum, topP), sum, random.next());
  return { token, logprob: Math.log(probabilities[token]! / sum) };
}

/** Which tokens may be drawn, most probable first; undefined for all of them. */
function nucleus(probabilities: Float64Array, sum: number, topP: number): Int32Array | undefined {
  if (topP >= 1) return undefined;
  const order = Int32Array.from(probabilities.keys()).sort((a, b) => probabilities[b]! - probabilities[a]! || a - b);
  let mass = 0;
  let size = 0;
  while (size < order.length && mass < topP * sum) mass += probabilities[order[size++]!]!;
  return order.subarray(0, Math.max(1, size));
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
