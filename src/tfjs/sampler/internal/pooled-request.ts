import type { GenerateOptions, GenerateRequest, Generation, Seed } from '../../../base/index.js';
import type { WorkerThread } from '../../workers/internal/index.js';

/** A conversation, which stays on the worker that has its keys and values. */
export interface PooledSession {
  /** Of its first request. */
  readonly prompt: string;
  /** Undefined until its first request is placed. */
  thread: WorkerThread | undefined;
  isBusy: boolean;
  /** The name under which it was ended, if it was. */
  endedAs: string | undefined;
}

/** A request of a session, here and at its worker. */
export class PooledRequest {
  readonly session: PooledSession;
  readonly #request: GenerateRequest;
  readonly #onTokens: GenerateOptions['onTokens'];
  readonly #ending: ((tokens: readonly number[]) => boolean) | undefined;
  readonly #settle: { readonly resolve: (generation: Generation) => void; readonly reject: (error: Error) => void };
  readonly #tokens: number[] = [];
  #call: number | undefined;
  /** How many tokens the turn has, once they end in a stop text. */
  #end: number | undefined;

  constructor(
    session: PooledSession,
    {
      request,
      seed,
      onTokens,
      ending,
    }: {
      readonly request: GenerateRequest;
      readonly seed: Seed;
      readonly onTokens: GenerateOptions['onTokens'];
      /** Whether tokens end in a stop text; absent where there are no such texts. */
      readonly ending: ((tokens: readonly number[]) => boolean) | undefined;
    },
    settle: { readonly resolve: (generation: Generation) => void; readonly reject: (error: Error) => void },
  ) {
    this.session = session;
    const { tokens, sampling, sessionId } = request;
    this.#request = {
      // A message has all of the memory that a view is of.
      tokens: tokens.slice(),
      sampling: { ...sampling, seed },
      ...(sessionId === undefined ? {} : { sessionId }),
    };
    this.#onTokens = onTokens;
    this.#ending = ending;
    this.#settle = settle;
  }

  /** Sends the request to its session's worker. @param failure - Makes an error of the worker one of a policy. */
  start(sampler: number, failure: (cause: unknown) => Error): void {
    const reportsTokens = this.#onTokens !== undefined || this.#ending !== undefined;
    const { call, result } = this.session.thread!.call(
      { kind: 'generate', sampler, request: this.#request, reportsTokens },
      (token) => this.#receive(token),
    );
    this.#call = call;
    result.then(
      (generation) => this.#settle.resolve(cut(generation as Generation, this.#end)),
      (error) => this.reject(failure(error)),
    );
  }

  /** Ends it here, and at its worker. */
  abort(error: Error): void {
    this.#tell('abort');
    this.reject(error);
  }

  reject(error: Error): void {
    this.#settle.reject(error);
  }

  #receive(token: number): void {
    if (this.#end !== undefined) return;
    try {
      this.#onTokens?.(Int32Array.of(token));
      this.#tokens.push(token);
      if (this.#ending?.(this.#tokens) !== true) return;
      this.#end = this.#tokens.length;
      this.#tell('end');
    } catch (error) {
      this.abort(error as Error);
    }
  }

  #tell(kind: 'end' | 'abort'): void {
    if (this.#call !== undefined) this.session.thread!.tell({ kind, call: this.#call });
  }
}

/**
 * The worker draws at least one more token before it receives the order to end the turn, unless the turn ends by itself. Those tokens are cut off
 * here.
 */
function cut(generation: Generation, end: number | undefined): Generation {
  if (end === undefined) return generation;
  const { tokens, logprobs, entropies, weightVersions } = generation;
  return {
    tokens: tokens.slice(0, end),
    logprobs: logprobs.slice(0, end),
    ...(entropies === undefined ? {} : { entropies: entropies.slice(0, end) }),
    finishReason: 'stop',
    weightVersions: [{ ...weightVersions![0]!, end }],
  };
}
