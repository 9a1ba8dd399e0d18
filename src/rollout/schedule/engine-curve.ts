import * as z from 'zod';

/** The speed and capacity of an engine. A decode step generates one token for every running request. */
export interface EngineCurve {
  /** Least time of a decode step, in milliseconds: the weights are read once. */
  readonly stepMs: number;
  /** Time that each running request adds to a step, in milliseconds. */
  readonly stepMsPerRequest: number;
  /** Time that each token in the KV cache of running requests adds to a step, in milliseconds. */
  readonly stepMsPerToken: number;
  /** Time to compute one token of context that is not in the cache, in milliseconds. */
  readonly prefillMsPerToken: number;
  /**
   * Most tokens of context that are computed in one decode step, beside its requests (chunked prefill; vLLM's `max_num_batched_tokens`, SGLang's
   * `chunked_prefill_size`). Without it, contexts are computed in separate steps, during which all decoding stops.
   */
  readonly chunkTokens?: number | undefined;
  /** Size of the KV cache, in tokens. */
  readonly capacityTokens: number;
  /** Most requests that run at once. */
  readonly maxRequests: number;
}

/**
 * vLLM with Qwen3-14B in bfloat16 on one H100 of 80 GB.
 *
 * The step is the least-squares fit, by relative error, to twelve published medians of the latency between tokens: batches of 8 to 256 with
 * chats of about 450 tokens, and of 8 to 64 with reasoning of about 3,500; the largest error is 4.6 %. Its increase per token,
 * 59 ns, is near what reading 163,840 bytes of cache at 3.35 TB/s takes (49 ns).
 *
 * @remarks Sources: The ML.ENERGY leaderboard, data of February 2026 (`lm-arena-chat.json`, `gpqa.json`: Qwen/Qwen3-14B, H100); prefill:
 *   GPUStack's performance lab, Qwen3-14B on H100, vLLM 0.11, 2,000 tokens in and 100 out: 10,597 tokens a second. Capacity:
 *   0.9 · 80 GB less 29.5 GB of weights and 2.5 GB of activations, over 163,840 bytes a token; the measured batch stops growing
 *   at 59 requests of that reasoning. `maxRequests` and `chunkTokens` are the defaults of vLLM's server on this GPU.
 */
export const QWEN3_14B_H100: EngineCurve = {
  stepMs: 11.9,
  stepMsPerRequest: 0.083,
  stepMsPerToken: 0.0000593,
  prefillMsPerToken: 1000 / 10_597,
  chunkTokens: 8192,
  capacityTokens: 244_000,
  maxRequests: 256,
};

/** @returns Time of a decode step with this number of requests and of tokens in the cache, in milliseconds. */
export function stepMsOf(curve: EngineCurve, requests: number, cachedTokens: number): number {
  return curve.stepMs + requests * curve.stepMsPerRequest + cachedTokens * curve.stepMsPerToken;
}

/** @returns Time of a decode step with a full cache, but for what each request adds. */
export function fullStepMs(curve: EngineCurve): number {
  return stepMsOf(curve, 0, curve.capacityTokens);
}

/** Times beyond it, some days, are no engine's; sums of them stay exact enough. */
const MOST_MS = 1e9;
const rate = z.number().nonnegative().max(MOST_MS);

export const curveSchema = z.strictObject({
  stepMs: z.number().positive().max(MOST_MS),
  stepMsPerRequest: rate,
  stepMsPerToken: rate,
  prefillMsPerToken: rate,
  chunkTokens: z.int().positive().max(1e9).optional(),
  capacityTokens: z.number().positive().max(1e12),
  maxRequests: z.int().positive(),
});
