import type { CallOptions, PackedBatch, PolicySnapshot } from '../../base/index.js';
import { checkArgument, parseOptions } from '../../base/internal/index.js';
import * as z from 'zod';
import { requireLive } from '../model/internal/index.js';
import type { DecoderConfig } from '../model/config.js';
import type { Decoder } from '../model/decoder.js';
import { ContinuousBatching } from './internal/continuous-batching.js';
import { freezeWeights } from './internal/forward-pass.js';
import { PooledSampler } from './internal/pooled-sampler.js';
import { openPool, type PoolWeights, workersSchema } from '../workers/internal/index.js';

/** Options of {@link createSampler}. */
export interface SamplerOptions {
  /** Most tokens one forward pass takes, prompts being read in included. Default 2048. */
  readonly maxBatchTokens?: number | undefined;
  /** Names the weights in `Generation.weightVersions`. Default `0`. */
  readonly weightVersion?: string | undefined;
  /**
   * Worker threads that generate side by side, on the backends `wasm` and `cpu` in Node; 1 for the calling thread alone. Results are the same. Each
   * worker has a copy of the weights. Default: on `wasm` as many as there are cores, or as fit half of the memory; 1 for models of less than a
   * million parameters and on other backends.
   */
  readonly workers?: number | undefined;
}

/** An in-process `Policy`. */
export interface Sampler extends PolicySnapshot {
  /** How many threads generate: worker threads, or 1 for the calling one. */
  readonly workers: number;
  /** Ends the conversation. Its keys and values go when the next one ends, which may begin as it did. */
  endSession(sessionId: string): void;
  logprobs(batch: PackedBatch, options?: CallOptions): Promise<Float32Array>;
}

const optionsSchema = z.strictObject({
  maxBatchTokens: z.int().positive().default(2048),
  weightVersion: z.string().default('0'),
  workers: workersSchema,
});

/**
 * A `Policy` over a model's weights as they are now: continuous batching with a KV cache a conversation.
 *
 * Every pass takes all tokens that are waiting, flat: one from each conversation that is generating, all from one
 * whose prompt or tool response is being read in. Conversations join and leave between passes, so tools run while others
 * generate. A token's distribution does not depend on what it is batched with (on `node` and `webgpu`, but for the last
 * digits), and each request draws from its own stream: with a seed of its own results do not depend on timing; without one the stream is
 * that of its place among such requests of this sampler.
 *
 * Conversations that begin alike (the samples of a prompt, prompts after one system message) read what they share once.
 *
 * The weights are shared with the model, not copied; where a learner then changes the model's, the old ones live on (4
 * bytes a parameter) until the sampler is closed. Keys and values are kept where the backend's tensors are: 8 bytes a
 * token, layer, key/value head and channel. Only the logits of drawn tokens are read back.
 *
 * With `workers` each conversation stays on one of them, and those that begin alike share a worker where that leaves all equally busy. If a
 * worker dies, every request rejects with a PolicyError; make another sampler then.
 *
 * @throws TypeError or RangeError naming the option; TypeError for a model that was disposed of.
 *
 * @example
 * const policy = createSampler(await loadModel('models/qwen3'));
 */
export function createSampler(model: Decoder, options: SamplerOptions = {}): Sampler {
  checkArgument(model, 'model', { config: 'an object', parameters: 'a Map' });
  requireLive(model);
  const { workers, ...settings } = parseOptions(optionsSchema, options);
  const pool = openPool(workers, model.config);
  if (pool === undefined) return new ContinuousBatching(freezeWeights(model), settings);
  return new PooledSampler(pool.weightsOf(model), model.config, settings, () => pool.close());
}

/** `createSampler` over weights that a pool has, and which are released on close. */
export function samplerOver(weights: PoolWeights, config: DecoderConfig, options: { weightVersion: string }): Sampler {
  return new PooledSampler(weights, config, parseOptions(optionsSchema, options));
}
