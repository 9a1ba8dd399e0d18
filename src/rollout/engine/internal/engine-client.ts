import {
  PolicyError,
  type GenerateOptions,
  type GenerateRequest,
  type Generation,
  type JsonValue,
} from '../../../base/index.js';
import { checkGenerateRequest, checkedGeneration, isJsonObject } from '../../../base/internal/index.js';
import { createHttpClient, type HttpAnswer, type HttpClient } from '../../../io/index.js';
import type { EngineConnectionOptions } from '../engine-connection.js';
import type { EngineProtocol, EngineTarget } from './protocol.js';
import { EventReader } from './streaming.js';
import { checkLabels } from './token-labels.js';

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
 * @throws TypeError for a sampling option that there is not; PolicyError when the server refuses or its answer is not one; the signal's reason when aborted.
 */
export async function generateOnce(
  client: HttpClient,
  protocol: EngineProtocol,
  request: GenerateRequest,
  {
    target,
    contextLength,
    signal,
    onTokens,
    onWait,
    textOf,
  }: GenerateOptions & { readonly target: EngineTarget; readonly contextLength?: number | undefined },
): Promise<Generation> {
  checkGenerateRequest(request, protocol.capabilities);
  signal?.throwIfAborted();
  const room = contextLength === undefined ? Infinity : contextLength - request.tokens.length;
  const maxTokens = Math.min(request.sampling.maxTokens, room);
  if (maxTokens < 1) return { tokens: new Int32Array(0), logprobs: new Float32Array(0), finishReason: 'length' };
  // The client's connections may all be busy.
  onWait?.(true);
  const asked = { method: 'POST', path: protocol.path, signal, onStart: () => onWait?.(false) } as const;
  // Servers report no entropies, even if they were requested.
  const asAsked = { ...request, sampling: { ...request.sampling, entropies: false } };
  const read = (answer: JsonValue): Generation => checkedGeneration(protocol.read(answer, request, textOf), asAsked);
  const body = protocol.body(request, target, maxTokens);
  const { streaming } = protocol;
  if (onTokens === undefined || streaming === undefined) {
    const answer = await client.send({ ...asked, body: JSON.stringify(body) });
    return read(parsed(accepted(answer, 'completion')));
  }
  const reader = new EventReader();
  let emitted = 0;
  const onText = (text: string): void => {
    for (const event of reader.add(text)) {
      const tokens = streaming.tokens(event);
      if (tokens.length === 0) continue;
      const logprobs = streaming.logprobs?.(event);
      // Checked before they are emitted: a scheduled policy may keep emitted tokens.
      if (logprobs?.values.length === tokens.length) checkLabels(logprobs.labels, tokens, textOf, emitted);
      emitted += tokens.length;
      onTokens(tokens, logprobs?.values);
    }
  };
  const answer = await client.send({ ...asked, body: JSON.stringify({ ...body, stream: true }), onText });
  const text = accepted(answer, 'completion');
  onText('\n');
  const { events } = reader;
  const failure = events.find((event) => isJsonObject(event) && 'error' in event);
  if (failure !== undefined) accepted({ ...answer, ...failureOf(failure) }, 'completion');
  // A server that does not stream answers whole.
  return read(events.length === 0 ? parsed(text) : streaming.whole(events));
}

/** @returns The failure that a server reports in a stream, as an answer without streaming would have it. */
function failureOf(event: JsonValue): Pick<HttpAnswer, 'status' | 'body'> {
  const code = (event as { readonly error: { readonly code?: unknown } | null }).error?.code;
  return { status: typeof code === 'number' && code !== 200 ? code : 500, body: JSON.stringify(event) };
}

function parsed(body: string): JsonValue {
  try {
    return JSON.parse(body) as JsonValue;
  } catch (cause) {
    throw new PolicyError('completion: not JSON', { cause, retryable: true });
  }
}

/** @throws PolicyError with the server's words and its `Retry-After`. */
export function accepted({ status, body, retryAfterMs }: HttpAnswer, what: string): string {
  if (status === 200) return body;
  const detail = body.replace(/\s+/g, ' ').trim().slice(0, 300);
  const message = `${what}: HTTP ${status}${detail === '' ? '' : `: ${detail}`}`;
  throw new PolicyError(message, { retryable: RETRYABLE_STATUS.has(status), retryAfterMs });
}
