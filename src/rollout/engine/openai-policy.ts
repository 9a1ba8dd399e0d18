import * as z from 'zod';
import type { GenerateOptions, GenerateRequest, Policy } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { addressSchema, connectionSchema, type EngineConnectionOptions } from './engine-connection.js';
import { connectEngine, generateOnce } from './internal/engine-client.js';
import { completions } from './internal/token-protocols.js';

/** Options of {@link createOpenAIPolicy}. */
export interface OpenAIPolicyOptions extends EngineConnectionOptions {
  /** The API's root, such as `http://localhost:8000/v1`. */
  readonly baseUrl: string;
  /** The model's name on the server. */
  readonly model: string;
}

const optionsSchema = z.strictObject({ ...connectionSchema, baseUrl: addressSchema, model: z.string().min(1) });

/** The root of an OpenAI-compatible API has this part of the paths in it. */
const protocol = { ...completions, path: completions.path.replace('/v1', ''), capabilities: { stopTexts: true } };

/**
 * Creates a policy for an OpenAI-compatible server (vLLM, SGLang): tokens in, tokens out, with `/v1/completions`.
 *
 * Logprobs are those of the server. For training at a temperature other than 1, start vLLM with `--logprobs-mode processed_logprobs`,
 * because its default is logprobs at temperature 1. The request's seed is sent as an integer; results are equal only as far as the server's
 * batching is deterministic.
 *
 * Every request is sent once; a temporary failure is a `PolicyError` with `retryable`, and only `runRollouts` retries it (`options.retry`).
 *
 * @throws TypeError, RangeError for bad options.
 *
 * @example
 * const policy = createOpenAIPolicy({ baseUrl: 'http://localhost:8000/v1', model: 'Qwen/Qwen3-14B' });
 */
export function createOpenAIPolicy(options: OpenAIPolicyOptions): Policy {
  const { baseUrl, model, contextLength, ...connection } = parseOptions(optionsSchema, options);
  const client = connectEngine({ url: baseUrl, ...connection });
  return {
    capabilities: protocol.capabilities,
    generate: (request: GenerateRequest, call: GenerateOptions = {}) =>
      generateOnce(client, protocol, request, { target: { model }, contextLength, ...call }),
    close() {
      client.close();
      return Promise.resolve();
    },
  };
}
