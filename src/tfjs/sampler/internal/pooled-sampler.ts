import {
  PolicyError,
  type CallOptions,
  type GenerateOptions,
  type GenerateRequest,
  type Generation,
  type PackedBatch,
  type PolicySnapshot,
} from '../../../base/index.js';
import { countedTokens } from '../../../base/internal/index.js';
import type { DecoderConfig } from '../../model/config.js';
import { PoolFailure, type PoolWeights, type WorkerThread } from '../../workers/internal/index.js';
import { nextTurn } from '../../internal/next-turn.js';
import { placeConversations } from './placement.js';
import { PooledRequest, type PooledSession } from './pooled-request.js';
import { CAPABILITIES, checkRequest } from './running-request.js';
import { stopTextSearch } from './stop-texts.js';

/** Spreads conversations over the workers of a pool, each of which samples as one thread does; see `createSampler`. */
export class PooledSampler implements PolicySnapshot {
  readonly givesEntropies = true;
  readonly capabilities = CAPABILITIES;
  readonly weightVersion: string;
  readonly #config: DecoderConfig;
  readonly #weights: PoolWeights;
  readonly #number: number;
  readonly #maxBatchTokens: number;
  readonly #onClose: () => Promise<void>;
  /** By their name, or by a symbol of their own: no session of a caller meets one without a name. */
  readonly #sessions = new Map<string | symbol, PooledSession>();
  readonly #requests = new Set<PooledRequest>();
  /** Requests of new sessions, placed together in the next turn of the event loop. */
  #unplaced: PooledRequest[] = [];
  #isOpen = false;
  #unseeded = 0;
  #closed: Promise<void> | undefined;

  /** @param onClose - Called once on close, after the weights are released. */
  constructor(
    weights: PoolWeights,
    config: DecoderConfig,
    { maxBatchTokens, weightVersion }: { readonly maxBatchTokens: number; readonly weightVersion: string },
    onClose: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.#weights = weights;
    this.#number = weights.pool.nextId();
    this.#config = config;
    this.#maxBatchTokens = maxBatchTokens;
    this.weightVersion = weightVersion;
    this.#onClose = onClose;
  }

  get workers(): number {
    return this.#weights.pool.size;
  }

  async generate(request: GenerateRequest, { signal, onTokens, decode }: GenerateOptions = {}): Promise<Generation> {
    checkRequest(request, this.#config);
    const search = stopTextSearch(request, decode);
    signal?.throwIfAborted();
    this.#requireOpen();
    const name = request.sessionId ?? Symbol('a request without a session');
    const session = this.#sessions.get(name) ?? newSession(request.tokens);
    if (session.isBusy) throw new PolicyError(`session ${request.sessionId}: a request is already running`);
    this.#sessions.set(name, session);
    return new Promise((resolve, reject) => {
      session.isBusy = true;
      const finish = () => {
        if (!this.#requests.delete(pooled)) return;
        this.#unplaced = this.#unplaced.filter((other) => other !== pooled);
        signal?.removeEventListener('abort', abort);
        session.isBusy = false;
        if (request.sessionId === undefined) this.#sessions.delete(name);
      };
      const seed = request.sampling.seed ?? `unseeded/${this.#unseeded++}`;
      const ending = request.constraint?.stopTexts && search;
      const pooled = new PooledRequest(
        session,
        { request, seed, onTokens, ending },
        {
          resolve: (generation) => {
            finish();
            resolve(generation);
          },
          reject: (error) => {
            finish();
            reject(error);
          },
        },
      );
      const abort = () => pooled.abort(signal!.reason as Error);
      signal?.addEventListener('abort', abort, { once: true });
      this.#requests.add(pooled);
      if (session.thread !== undefined) return pooled.start(this.#number, failed('generate'));
      this.#unplaced.push(pooled);
      if (this.#unplaced.length === 1) void nextTurn().then(() => this.#place());
    });
  }

  async logprobs(batch: PackedBatch, { signal }: CallOptions = {}): Promise<Float32Array> {
    signal?.throwIfAborted();
    this.#requireOpen();
    countedTokens(batch, this.#config);
    try {
      const call = { kind: 'logprobs', weights: this.#weights.number, batch, failure: 'PolicyError' } as const;
      return (await this.#weights.compute(call)) as Float32Array;
    } catch (error) {
      throw failed('logprobs')(error);
    }
  }

  endSession(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return;
    this.#sessions.delete(sessionId);
    session.endedAs = sessionId;
    session.thread?.tell({ kind: 'end-session', sampler: this.#number, sessionId });
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const error = new PolicyError('the policy was closed');
    for (const request of [...this.#requests]) request.reject(error);
    this.#sessions.clear();
    if (this.#isOpen) this.#weights.pool.tell({ kind: 'close', sampler: this.#number });
    this.#weights.abandon(error);
    await this.#onClose();
  }

  /** Places the new sessions of this turn, and starts their requests. */
  #place(): void {
    const requests = this.#unplaced;
    this.#unplaced = [];
    if (requests.length === 0) return;
    try {
      const threads = this.#openThreads();
      const running = threads.map((thread) => this.#runningOn(thread));
      const homeOf = (prompt: string) => this.#homeOf(prompt, threads);
      const places = placeConversations(
        requests.map(({ session }) => session),
        running,
        homeOf,
      );
      requests.forEach((request, i) => {
        const { session } = request;
        session.thread = threads[places[i]!]!;
        request.start(this.#number, failed('generate'));
        if (session.endedAs !== undefined)
          session.thread.tell({ kind: 'end-session', sampler: this.#number, sessionId: session.endedAs });
      });
    } catch (error) {
      for (const request of requests) request.reject(failed('generate')(error));
    }
  }

  /** @returns The workers, with the weights and a sampler of them. @throws PoolFailure */
  #openThreads(): readonly WorkerThread[] {
    const { pool } = this.#weights;
    const threads = pool.startThreads();
    this.#weights.load();
    if (!this.#isOpen) {
      this.#isOpen = true;
      const options = { maxBatchTokens: this.#maxBatchTokens, weightVersion: this.weightVersion };
      pool.tell({ kind: 'open', sampler: this.#number, weights: this.#weights.number, options });
    }
    return threads;
  }

  #runningOn(thread: WorkerThread): number {
    let running = 0;
    for (const { session } of this.#requests) if (session.thread === thread) running++;
    return running;
  }

  #homeOf(prompt: string, threads: readonly WorkerThread[]): number | undefined {
    for (const { prompt: other, thread } of this.#sessions.values())
      if (thread !== undefined && other === prompt) return threads.indexOf(thread);
    return undefined;
  }

  #requireOpen(): void {
    if (this.#closed !== undefined) throw new PolicyError('the policy was closed');
  }
}

function newSession(tokens: Int32Array): PooledSession {
  return { prompt: tokens.join(), thread: undefined, isBusy: false, endedAs: undefined };
}

/** @returns Makes the death of a worker an error of a policy; any other error stays what it is. */
function failed(what: string): (cause: unknown) => Error {
  return (cause) =>
    cause instanceof PoolFailure ? new PolicyError(`${what}: ${cause.message}`, { cause }) : (cause as Error);
}
