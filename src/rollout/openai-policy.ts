import { z } from 'zod';
import {
  PolicyError,
  Random,
  type CallOptions,
  type GenerateRequest,
  type Generation,
  type Policy,
} from '../base/index.js';
import { parseOptions } from '../base/internal/index.js';
import { createJsonClient, type HttpAnswer } from './http-json.js';
import { completionRequest, readCompletion } from './openai-completion.js';
import { LONGEST_TIMER_MS, retrySchema, withRetries, type RetryOptions } from './retries.js';

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
  /** How often a request is sent again that the server or the network broke. */
  readonly retry?: RetryOptions;
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
  retry: retrySchema.prefault({}),
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
 * @throws TypeError, RangeError for bad options.
 */
export function createOpenAIPolicy(options: OpenAIPolicyOptions): Policy {
  const { baseUrl, model, apiKey, headers, timeoutMs, retry, contextLength, maxConnections } = parseOptions(
    optionsSchema,
    options,
  );
  const client = createJsonClient({
    url: new URL(`${baseUrl.replace(/\/+$/, '')}/completions`),
    headers: { ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }), ...headers },
    timeoutMs,
    maxConnections,
  });

  return {
    async generate(request: GenerateRequest, { signal }: CallOptions = {}): Promise<Generation> {
      signal?.throwIfAborted();
      const room = contextLength === undefined ? Infinity : contextLength - request.tokens.length;
      const maxTokens = Math.min(request.sampling.maxTokens, room);
      if (maxTokens < 1) return { tokens: new Int32Array(0), logprobs: new Float32Array(0), finishReason: 'length' };
      const body = JSON.stringify(completionRequest(model, request, maxTokens));
      const stop = signal ?? new AbortController().signal;
      const outcome = await withRetries<Generation | PolicyError>(
        async () => {
          try {
            return { result: readCompletion(accepted(await client.post(body, stop)), request), retry: false };
          } catch (error) {
            if (!(error instanceof PolicyError)) throw error;
            return { result: error, retry: error.retryable, ...retryAfter(error) };
          }
        },
        retry,
        new Random(`${request.sampling.seed}/${request.sessionId}/retries`),
        stop,
      );
      if (outcome instanceof PolicyError) throw outcome;
      return outcome;
    },
    close() {
      client.close();
      return Promise.resolve();
    },
  };
}

/** A refusal with the time after which the server wants to be asked again. */
class RefusedError extends PolicyError {
  override readonly name = 'PolicyError';
  constructor(
    message: string,
    retryable: boolean,
    readonly retryAfterMs: number | undefined,
  ) {
    super(message, { retryable });
  }
}

function accepted(answer: HttpAnswer): string {
  if (answer.status === 200) return answer.body;
  const detail = answer.body.replace(/\s+/g, ' ').trim().slice(0, 300);
  throw new RefusedError(
    `completion: HTTP ${answer.status}${detail === '' ? '' : `: ${detail}`}`,
    RETRYABLE_STATUS.has(answer.status),
    answer.retryAfterMs,
  );
}

function retryAfter(error: PolicyError): { readonly delayMs?: number } {
  return error instanceof RefusedError && error.retryAfterMs !== undefined ? { delayMs: error.retryAfterMs } : {};
}
