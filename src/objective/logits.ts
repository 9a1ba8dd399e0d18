import { checkArgument, checkFinite, checkLength } from '../base/internal/index.js';

/** One number per row of logits, and its backward pass. N rows, V columns. */
export interface RowTerms {
  /** Shape [N]. */
  readonly values: Float64Array;
  /**
   * @param upstream - Shape [N]. Default: ones.
   * @returns ∂(Σ upstream_t · value_t) / ∂ logits; shape [N · V], row-major.
   * @throws RangeError for another length or a number that is not finite; TypeError for anything but an array.
   */
  readonly backward: (upstream?: ArrayLike<number>) => Float64Array;
}

/**
 * log softmax of the logits at each row's token.
 *
 * @param logits - Row-major; shape [N, V].
 * @param tokens - The token of each row; shape [N].
 * @throws RangeError for a token outside the vocabulary or a shape that does not fit.
 *
 * @example
 * logprobsFromLogits([0, 0], [1], 2).values; // [-0.693…]
 */
export function logprobsFromLogits(logits: ArrayLike<number>, tokens: ArrayLike<number>, vocabulary: number): RowTerms {
  const rows = rowsOf(logits, vocabulary);
  checkLength(tokens, 'tokens', rows, 'rows of logits');
  const values = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    const token = tokens[i]!;
    if (!(Number.isInteger(token) && token >= 0 && token < vocabulary))
      throw new RangeError(`tokens[${i}]: expected an integer from 0 to ${vocabulary - 1}, got ${token}`);
    values[i] = logits[i * vocabulary + token]! - logSumExp(logits, i, vocabulary);
  }
  const backward = (upstream?: ArrayLike<number>): Float64Array =>
    eachRow(logits, vocabulary, upstream, (probability, v, i) => Number(v === tokens[i]) - probability);
  return { values, backward };
}

/**
 * Shannon entropy of the softmax of each row, in nats; NaN for a row with a NaN.
 *
 * @example
 * entropyFromLogits([0, 0], 2).values; // [0.693…]
 */
export function entropyFromLogits(logits: ArrayLike<number>, vocabulary: number): RowTerms {
  const rows = rowsOf(logits, vocabulary);
  const values = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    const normalizer = logSumExp(logits, i, vocabulary);
    let entropy = 0;
    for (let v = 0; v < vocabulary; v++) {
      const logprob = logits[i * vocabulary + v]! - normalizer;
      const probability = Math.exp(logprob);
      if (probability !== 0) entropy -= probability * logprob;
    }
    values[i] = entropy;
  }
  const backward = (upstream?: ArrayLike<number>): Float64Array =>
    eachRow(logits, vocabulary, upstream, (probability, _v, i, logprob) =>
      probability === 0 ? 0 : -probability * (logprob + values[i]!),
    );
  return { values, backward };
}

function rowsOf(logits: ArrayLike<number>, vocabulary: number): number {
  checkArgument(logits, 'logits', 'an array');
  if (!(Number.isInteger(vocabulary) && vocabulary > 0))
    throw new RangeError(`vocabulary: expected a positive integer, got ${vocabulary}`);
  if (logits.length % vocabulary !== 0)
    throw new RangeError(`logits: expected a multiple of ${vocabulary} (vocabulary) numbers, got ${logits.length}`);
  return logits.length / vocabulary;
}

function logSumExp(logits: ArrayLike<number>, row: number, vocabulary: number): number {
  const start = row * vocabulary;
  let largest = -Infinity;
  for (let v = start; v < start + vocabulary; v++) largest = Math.max(largest, logits[v]!);
  let sum = 0;
  for (let v = start; v < start + vocabulary; v++) sum += Math.exp(logits[v]! - largest);
  return largest + Math.log(sum);
}

function eachRow(
  logits: ArrayLike<number>,
  vocabulary: number,
  upstream: ArrayLike<number> | undefined,
  derivative: (probability: number, column: number, row: number, logprob: number) => number,
): Float64Array {
  const rows = logits.length / vocabulary;
  if (upstream !== undefined) {
    checkLength(upstream, 'upstream', rows, 'rows of logits');
    checkFinite(upstream, 'upstream');
  }
  const gradient = new Float64Array(logits.length);
  for (let i = 0; i < rows; i++) {
    const normalizer = logSumExp(logits, i, vocabulary);
    const scale = upstream === undefined ? 1 : upstream[i]!;
    for (let v = 0; v < vocabulary; v++) {
      const logprob = logits[i * vocabulary + v]! - normalizer;
      gradient[i * vocabulary + v] = scale * derivative(Math.exp(logprob), v, i, logprob);
    }
  }
  return gradient;
}
