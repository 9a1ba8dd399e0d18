import * as tf from '@tensorflow/tfjs-core';
import * as z from 'zod';
import { availableMemory, availableThreads } from '../../../io/index.js';
import { LearnerError } from '../../../base/index.js';
import { argumentError } from '../../../base/internal/index.js';
import type { DecoderConfig } from '../../model/config.js';
import { parameterCount, parameterSpecs } from '../../model/parameters.js';
import { adaptableMatrices } from '../../model/internal/index.js';
import { WorkerPool } from './worker-pool.js';
import { findProgram, hasWorkerThreads } from './worker-thread.js';

/** Reads the option `workers`. */
export const workersSchema = z.int().positive().max(256).optional();

/** Smaller models stay in the calling thread unless `workers` says otherwise: to start workers takes about a second. */
const LEAST_PARAMETERS = 1_000_000;

/** What a worker has beside weights: its program, and the activations of a pass. */
const WORK_BYTES = 2 ** 28;

/**
 * @param asked - The option `workers`, at most as many as fit half of the memory.
 * @returns How many worker threads compute with a model; 1 means the calling thread alone. Unless asked for, there are several on `wasm` alone, and
 *   no more than cores.
 * @throws RangeError where the backend has no workers; LearnerError where their program cannot be found.
 */
function workerCount(asked: number | undefined, config: DecoderConfig): number {
  if (asked === 1) return 1;
  if (asked === undefined) return defaultCount(config);
  const backend = tf.getBackend();
  const expects = (what: string) => argumentError(RangeError, 'options.workers', `expected 1 ${what}, got ${asked}`);
  if (backend !== 'wasm' && backend !== 'cpu') throw expects(`on the ${backend} backend`);
  if (!hasWorkerThreads()) throw expects('where there are no worker threads');
  try {
    findProgram();
  } catch (cause) {
    throw new LearnerError('options.workers: the program of the workers is missing', { cause });
  }
  return Math.max(1, Math.min(asked, fitting(config)));
}

/** @returns How many workers have memory for their copy of the weights. */
function fitting(config: DecoderConfig): number {
  return Math.floor(availableMemory() / 2 / workerBytes(config));
}

/** @returns A pool of `workerCount` threads, which start at their first use; undefined where the calling thread computes alone. */
export function openPool(asked: number | undefined, config: DecoderConfig): WorkerPool | undefined {
  const count = workerCount(asked, config);
  return count === 1 ? undefined : new WorkerPool(count);
}

function defaultCount(config: DecoderConfig): number {
  const size = parameterCount(parameterSpecs(config));
  if (tf.getBackend() !== 'wasm' || size < LEAST_PARAMETERS || !isTried() || !hasWorkerThreads()) return 1;
  const count = Math.min(availableThreads(), fitting(config));
  if (count < 2) return 1;
  try {
    findProgram();
  } catch {
    return 1;
  }
  return count;
}

/** Bun and Deno have worker threads like Node's; tfjs in them is not tested. */
function isTried(): boolean {
  const { versions } = globalThis.process ?? {};
  return versions?.node !== undefined && !('bun' in versions) && !('deno' in versions);
}

/** The weights, those before the last step where a policy has them still, gradients, and matrices as products want them. */
function workerBytes(config: DecoderConfig): number {
  const all = parameterCount(parameterSpecs(config));
  const packed = parameterCount(adaptableMatrices(config));
  return Float32Array.BYTES_PER_ELEMENT * (3 * all + packed) + WORK_BYTES;
}
