import { PolicyError, type GenerateRequest, type Generation } from '../../../base/index.js';
import { createHttpClient, type HttpAnswer, type HttpClient } from '../../../io/index.js';
import type { EngineConnectionOptions } from '../../engine-connection.js';
import type { EngineProtocol, EngineTarget } from './protocol.js';

/** A server's root, under which the protocols have their paths, and how it is reached, completed by defaults. */
export interface EngineConnection extends Pick<EngineConnectionOptions, 'apiKey'> {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly timeoutMs: number;
  readonly maxConnections: number;
}

const RETRYABLE_STATUS = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** @returns A client that authorizes itself; failures of the wire are `PolicyError`s. */
export function connectEngine({ url, apiKey, headers, timeoutMs, maxConnections }: EngineConnection): HttpClient {
  return createHttpClient({
    baseUrl: url,
    headers: { ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }), ...headers },
    timeoutMs,
    maxConnections,
    errorType: PolicyError,
  });
}

/**
 * Asks for one turn, once.
 *
 * @param contextLength - The context window; a turn is cut (`length`) where it would leave it.
 * @throws PolicyError when the server refuses or its answer is not one; the signal's reason when aborted.
 */
export async function generateOnce(
  client: HttpClient,
  protocol: EngineProtocol,
  request: GenerateRequest,
  {
    target,
    contextLength,
    signal,
  }: { target: EngineTarget; contextLength?: number | undefined; signal?: AbortSignal | undefined },
): Promise<Generation> {
  signal?.throwIfAborted();
  const room = contextLength === undefined ? Infinity : contextLength - request.tokens.length;
  const maxTokens = Math.min(request.sampling.maxTokens, room);
  if (maxTokens < 1) return { tokens: new Int32Array(0), logprobs: new Float32Array(0), finishReason: 'length' };
  const body = JSON.stringify(protocol.body(request, target, maxTokens));
  const answer = await client.send({ method: 'POST', path: protocol.path, body, signal });
  return protocol.read(accepted(answer, 'completion'), request);
}

/** @throws PolicyError with what the server said, and when it wants to be asked again. */
export function accepted({ status, body, retryAfterMs }: HttpAnswer, what: string): string {
  if (status === 200) return body;
  const detail = body.replace(/\s+/g, ' ').trim().slice(0, 300);
  const message = `${what}: HTTP ${status}${detail === '' ? '' : `: ${detail}`}`;
  throw new PolicyError(message, { retryable: RETRYABLE_STATUS.has(status), retryAfterMs });
}
