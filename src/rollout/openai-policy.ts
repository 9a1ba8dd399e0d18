import { z } from 'zod';
import type { CallOptions, GenerateRequest, Policy } from '../base/index.js';
import { parseOptions } from '../base/internal/index.js';
import { completions } from './internal/engine/completions.js';
import { connectEngine, generateOnce } from './internal/engine/engine-client.js';
import { connectionSchema } from './internal/engine/connection-schema.js';

/** Options of {@link createOpenAIPolicy}. */
export interface OpenAIPolicyOptions {
  /** The API's root, such as `http://localhost:8000/v1`. */
  readonly baseUrl: string;
  /** The model's name as the server knows it. */
  readonly model: string;
  /** Sent as a bearer token, where the server asks for one. */
  readonly apiKey?: string;
  /** Further headers. */
  readonly headers?: { readonly [name: string]: string };
  /** Longest wait for one answer, in milliseconds, from the connection on. Default 1 800 000: a long turn takes minutes. */
  readonly timeoutMs?: number;
  /** The server's context window in tokens; a turn is cut (`length`) where it would leave it. Default: the server decides. */
  readonly contextLength?: number;
  /** Connections open at once; further requests wait here. Default 256. */
  readonly maxConnections?: number;
}

const { url, ...others } = connectionSchema;
const optionsSchema = z.strictObject({ baseUrl: url, model: z.string().min(1), ...others });

/** The root of an OpenAI-compatible API has this part of the paths in it. */
const protocol = { ...completions, path: completions.path.replace('/v1', '') };

/**
 * A policy on an OpenAI-compatible server (vLLM, SGLang): tokens in, tokens out, over `/v1/completions`.
 *
 * Logprobs are what the server computes. For training at a temperature other than 1, start vLLM with
 * `--logprobs-mode processed_logprobs`: its default are those of temperature 1. A seed is sent as an integer worked out
 * from the request's, and a server honours it as far as its batching is deterministic.
 *
 * Every request is sent once; a failure that may pass is a `PolicyError` with `retryable`, and `runRollouts` tries again
 * (`options.retry`), so that no turn is asked for more often than it says.
 *
 * @throws TypeError, RangeError for bad options.
 */
export function createOpenAIPolicy(options: OpenAIPolicyOptions): Policy {
  const { baseUrl, model, contextLength, ...connection } = parseOptions(optionsSchema, options);
  const client = connectEngine({ url: baseUrl, ...connection });
  return {
    generate: (request: GenerateRequest, { signal }: CallOptions = {}) =>
      generateOnce(client, protocol, request, { target: { model }, contextLength, signal }),
    close() {
      client.close();
      return Promise.resolve();
    },
  };
}
