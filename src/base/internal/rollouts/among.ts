import { argumentError } from '../arguments/argument-error.js';

/**
 * @param among - Which rollouts to look at, as indices into the input, in any order. Default: all.
 * @returns The same, ascending.
 * @throws TypeError or RangeError for what is not an index of the input, or is there twice.
 */
export function readAmong(among: ArrayLike<number> | undefined, count: number): Int32Array {
  if (among === undefined) return new Int32Array(count).map((_, i) => i);
  const seen = new Uint8Array(count);
  for (let k = 0; k < among.length; k++) {
    const index: unknown = among[k];
    const path = `options.among[${k}]`;
    if (typeof index !== 'number') throw argumentError(TypeError, path, `expected number, got ${String(index)}`);
    if (!Number.isInteger(index) || index < 0 || index >= count)
      throw argumentError(RangeError, path, `expected an index into ${count} rollouts, got ${index}`);
    if (seen[index] === 1) throw argumentError(RangeError, path, `expected each index once, got ${index} again`);
    seen[index] = 1;
  }
  return new Int32Array(among).sort();
}
