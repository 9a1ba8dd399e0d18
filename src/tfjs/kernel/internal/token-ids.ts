import * as tf from '@tensorflow/tfjs-core';
import type { TokenIds } from '../options.js';
import { readWithoutWaiting } from '../../internal/memory/host-memory.js';

/** Token ids in both forms; `values` is undefined where they live on a device that would have to be waited for. */
export interface ResolvedTokenIds {
  readonly values: Int32Array | undefined;
  /** @returns A tensor of the ids, shape [N], int32; the caller disposes it or calls inside `tf.tidy`. */
  readonly tensor: () => tf.Tensor1D;
}

/**
 * Checks ids at the door.
 *
 * Arrays are always checked. A tensor's values are checked where its memory is this process's own (cpu, wasm) or cheap
 * to copy (tensorflow); on WebGL and WebGPU that would stall the queue, so only its shape and type are.
 *
 * @param bound - Every id must be in [0, bound).
 * @param against - The source of the count and the bound, for the message: `hidden [2048, 256]`.
 * @throws TypeError unless ids are int32; RangeError for a wrong count or an id out of bounds.
 */
export function resolveTokenIds(
  name: string,
  ids: TokenIds,
  count: number | undefined,
  bound: number,
  against: string,
): ResolvedTokenIds {
  if (ids instanceof tf.Tensor) {
    if (ids.dtype !== 'int32') throw new TypeError(`${name}: expected an int32 tensor, got ${ids.dtype}`);
    if (ids.rank !== 1) throw new RangeError(`${name}: expected shape [N], got [${ids.shape.join(', ')}]`);
    checkCount(name, ids.shape[0], count, against);
    const values = readWithoutWaiting(ids) as Int32Array | undefined;
    if (values !== undefined) checkBounds(name, values, bound, against);
    return { values, tensor: () => ids.clone() };
  }
  if (!Array.isArray(ids) && !(ids instanceof Int32Array))
    throw new TypeError(`${name}: expected an Int32Array, an array of integers or an int32 tensor`);
  checkCount(name, ids.length, count, against);
  checkBounds(name, ids, bound, against);
  const values = ids instanceof Int32Array ? ids : Int32Array.from(ids);
  return { values, tensor: () => tf.tensor1d(values, 'int32') };
}

function checkCount(name: string, got: number, count: number | undefined, against: string): void {
  if (count !== undefined && got !== count)
    throw new RangeError(`${name}: expected shape [${count}] to match ${against}, got [${got}]`);
}

function checkBounds(name: string, ids: ArrayLike<number>, bound: number, against: string): void {
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    if (!Number.isInteger(id)) throw new TypeError(`${name}[${i}]: expected an integer, got ${id}`);
    if (id < 0 || id >= bound)
      throw new RangeError(`${name}[${i}]: expected an id in [0, ${bound}) to match ${against}, got ${id}`);
  }
}
