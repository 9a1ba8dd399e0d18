import { z } from 'zod';
import { PolicyError, type CallOptions, type GenerateRequest, type Generation, type Policy } from '../base/index.js';
import { parseOptions } from '../base/internal/index.js';
import { LONGEST_TIMER_MS, createHttpClient, type HttpAnswer } from '../io/index.js';
import { completionRequest, readCompletion } from './internal/openai-completion.js';

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

const optionsSchema = z.strictObject({
  baseUrl: z.url({ protocol: /^https?$/, error: 'expected an http or https URL' }),
  model: z.string().min(1),
  apiKey: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  timeoutMs: z.number().positive().max(LONGEST_TIMER_MS).default(1_800_000),
  contextLength: z.int().positive().optional(),
  maxConnections: z.int().positive().default(256),
});

const RETRYABLE_STATUS = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

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
  const { baseUrl, model, apiKey, headers, timeoutMs, contextLength, maxConnections } = parseOptions(
    optionsSchema,
    options,
  );
  const client = createHttpClient({
    baseUrl,
    headers: { ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }), ...headers },
    timeoutMs,
    maxConnections,
    errorType: PolicyError,
  });

  return {
    async generate(request: GenerateRequest, { signal }: CallOptions = {}): Promise<Generation> {
      signal?.throwIfAborted();
      const room = contextLength === undefined ? Infinity : contextLength - request.tokens.length;
      const maxTokens = Math.min(request.sampling.maxTokens, room);
      if (maxTokens < 1) return { tokens: new Int32Array(0), logprobs: new Float32Array(0), finishReason: 'length' };
      const body = JSON.stringify(completionRequest(model, request, maxTokens));
      const answer = await client.send({ method: 'POST', path: '/completions', body, signal });
      return readCompletion(accepted(answer), request);
    },
    close() {
      client.close();
      return Promise.resolve();
    },
  };
}

/** @throws PolicyError with what the server said, and when it wants to be asked again. */
function accepted({ status, body, retryAfterMs }: HttpAnswer): string {
  if (status === 200) return body;
  const detail = body.replace(/\s+/g, ' ').trim().slice(0, 300);
  const message = `completion: HTTP ${status}${detail === '' ? '' : `: ${detail}`}`;
  throw new PolicyError(message, { retryable: RETRYABLE_STATUS.has(status), retryAfterMs });
}
