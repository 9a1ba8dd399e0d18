import {
  PolicyError,
  type Random,
  type GenerateOptions,
  type GenerateRequest,
  type Generation,
  type Policy,
} from '../../../../src/base/index.js';

/** How an engine for tests behaves. */
export interface TestEngineOptions {
  /** Called before each token; what it throws breaks the turn. */
  readonly beforeToken?: (position: number, signal: AbortSignal | undefined) => void | Promise<void>;
  readonly streams?: boolean;
  /** Tokens of a turn that ends by itself. */
  readonly lengthOf?: (request: GenerateRequest) => number;
  /** The stop token that a turn which ends by itself has for its last. */
  readonly ends?: number;
  readonly answer?: (generation: Generation) => Generation;
}

/** An engine whose next token follows from the context alone, so that it matters not which engine draws it. */
export function testEngine(
  options: TestEngineOptions = {},
): Policy & { readonly requests: GenerateRequest[]; closed: number } {
  const { beforeToken, streams = true, lengthOf = () => 8, ends, answer = (generation) => generation } = options;
  const requests: GenerateRequest[] = [];
  const engine = {
    requests,
    closed: 0,
    async generate(request: GenerateRequest, { signal, onTokens }: GenerateOptions = {}): Promise<Generation> {
      requests.push(request);
      const context = [...request.tokens];
      const end = Math.min(request.sampling.maxTokens, lengthOf(request));
      for (let position = 0; position < end; position++) {
        await beforeToken?.(position, signal);
        signal?.throwIfAborted();
        const isLast = position === end - 1 && end < request.sampling.maxTokens;
        context.push(isLast && ends !== undefined ? ends : nextToken(context));
        if (streams) onTokens?.(Int32Array.of(context.at(-1)!), Float32Array.of(logprobOf(context.at(-1)!)));
      }
      const tokens = Int32Array.from(context.slice(request.tokens.length));
      const finishReason = tokens.length < request.sampling.maxTokens ? 'stop' : 'length';
      return answer({ tokens, logprobs: Float32Array.from(tokens, logprobOf), finishReason });
    },
    close() {
      engine.closed += 1;
      return Promise.resolve();
    },
  };
  return engine;
}

/** What any of these engines draws after a context. */
export function expectedTokens(context: Iterable<number>, length: number): number[] {
  const tokens = [...context];
  const start = tokens.length;
  while (tokens.length < start + length) tokens.push(nextToken(tokens));
  return tokens.slice(start);
}

function nextToken(context: readonly number[]): number {
  return (context.length * 31 + context.at(-1)! * 17 + context[0]! * 7) % 1000;
}

export function logprobOf(token: number): number {
  return -token / 1024;
}

export const broken = (retryable = true) => new PolicyError('the engine broke', { retryable });

/** @returns A request of a session, of a group. */
export function requestOf(sessionId: string, tokens: readonly number[] = [1, 2, 3], maxTokens = 64): GenerateRequest {
  return { tokens: Int32Array.from(tokens), sampling: { maxTokens, stopTokens: [] }, sessionId };
}

/** Lets other turns go on, now and then for a few milliseconds. */
export function interleave(random: Random): Promise<void> {
  return new Promise((resolve) =>
    random.next() < 0.9 ? setImmediate(resolve) : setTimeout(resolve, random.integer(3)),
  );
}
