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
  /** Most tokens of one forward pass, including prompts. Default 2048. */
  readonly maxBatchTokens?: number | undefined;
  /** The name of the weights in `Generation.weightVersions`. Default `0`. */
  readonly weightVersion?: string | undefined;
  /**
   * Number of worker threads for generation, on the backends `wasm` and `cpu` in Node; 1 uses the calling thread. Results are the same.
   * Each worker has a copy of the weights. Default on `wasm`: the number of cores, or as many as fit half of the memory; 1 for models with
   * less than a million parameters and on other backends.
   */
  readonly workers?: number | undefined;
}

/** An in-process `Policy`. */
export interface Sampler extends PolicySnapshot {
  /** Number of generating threads: worker threads, or 1 for the calling thread. */
  readonly workers: number;
  /** Ends the conversation. Its keys and values are kept until the next conversation ends, because another one may begin in the same way. */
  endSession(sessionId: string): void;
  logprobs(batch: PackedBatch, options?: CallOptions): Promise<Float32Array>;
}

const optionsSchema = z.strictObject({
  maxBatchTokens: z.int().positive().default(2048),
  weightVersion: z.string().default('0'),
  workers: workersSchema,
});

/**
 * Creates a `Policy` with the current weights of a model: continuous batching, with a KV cache for each conversation.
 *
 * Every pass takes all waiting tokens: one from each generating conversation, and all tokens of a prompt or tool response that is read.
 * Conversations join and leave between passes, so tools run while others generate. A token's distribution does not depend on its batch (on
 * `node` and `webgpu`, except for the last digits). Each request has its own random stream: with a seed, results do not depend on timing;
 * without one, the stream depends on the request's number among those without a seed.
 *
 * Conversations with the same beginning (samples of one prompt, prompts after one system message) compute it only once.
 *
 * The weights are shared with the model, not copied. If a learner changes the model's weights, the old ones stay in memory (4 bytes per
 * parameter) until the sampler is closed. Keys and values are in the backend's memory: 8 bytes per token, layer, key/value head and
 * channel. Only the logits of generated tokens are read back.
 *
 * With `workers`, each conversation stays on one worker, and conversations with the same beginning share a worker if this keeps all equally
 * busy. If a worker dies, every request rejects with a PolicyError; create another sampler then.
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
