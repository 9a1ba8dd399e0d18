import * as tf from '@tensorflow/tfjs-core';
import {
  PolicyError,
  Random,
  type CallOptions,
  type GenerateRequest,
  type Generation,
  type Policy,
} from '../../base/index.js';
import { hostMemory } from '../kernel/host-memory.js';
import { gatherRows } from '../kernel/index.js';
import { scope } from '../kernel/scope.js';
import type { Qwen3Config } from '../model/config.js';
import type { Qwen3Model } from '../model/qwen3.js';
import { transformerHidden } from '../model/transformer.js';
import { checkRequest } from './check-request.js';
import { drawToken } from './draw.js';
import { DeviceKvStore } from './device-kv-store.js';
import { HostedKvStore } from './hosted-kv-store.js';
import type { CacheSlot, KvStore } from './kv-store.js';

export interface SamplerOptions {
  /** Most tokens one forward pass takes, prompts being read in included. Default 2048. */
  readonly maxBatchTokens?: number;
  /** Names the weights in `Generation.weightVersions`. */
  readonly weightVersion?: () => string;
}

/**
 * An in-process `Policy` over a model: continuous batching with a KV cache a conversation.
 *
 * Every pass takes all tokens that are waiting, flat: one from each conversation that is generating, all from one
 * whose prompt or tool response is being read in. Conversations join and leave between passes, so tools run while others
 * generate. A token's distribution does not depend on what it is batched with, and each request draws from its own
 * seeded stream: results do not depend on timing.
 *
 * @remarks Keys and values are kept where the backend's tensors are. Only the logits of drawn tokens are read back.
 */
export class Qwen3Sampler implements Policy {
  readonly #model: Qwen3Model;
  readonly #options: SamplerOptions;
  readonly #sessions = new Map<string, Session>();
  #store: KvStore<object> | undefined;
  readonly #active = new Set<Job>();
  #running = false;
  #anonymous = 0;

  constructor(model: Qwen3Model, options: SamplerOptions = {}) {
    this.#model = model;
    this.#options = options;
  }

  generate(request: GenerateRequest, { signal }: CallOptions = {}): Promise<Generation> {
    checkRequest(request, this.#model.config);
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const name = request.sessionId ?? `anonymous/${this.#anonymous++}`;
      const session = this.#session(name, request.tokens);
      if (session.busy) {
        reject(new PolicyError(`session ${name}: a request is already running`));
        return;
      }
      session.busy = true;
      const abort = () => {
        if (this.#active.delete(job)) finish(() => reject(signal!.reason as Error));
      };
      const finish = (settle: () => void) => {
        signal?.removeEventListener('abort', abort);
        session.busy = false;
        if (request.sessionId === undefined) this.#sessions.delete(name);
        if (this.#sessions.get(name) !== session) session.close();
        settle();
      };
      const job = new Job(session, request, {
        resolve: (generation) => finish(() => resolve(generation)),
        reject: (error) => finish(() => reject(error)),
      });
      signal?.addEventListener('abort', abort, { once: true });
      this.#active.add(job);
      this.#start();
    });
  }

  endSession(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    if (session?.busy === false) session.close();
  }

  /** Forgets every cache; call it when the model's parameters have changed, as a learner's `policy()` does. */
  reset(): void {
    for (const name of [...this.#sessions.keys()]) this.endSession(name);
  }

  /** The conversation's cache; what it holds beyond the tokens shared with this request is written over. */
  #session(name: string, tokens: Int32Array): Session {
    const known = this.#sessions.get(name);
    if (known !== undefined) {
      if (!known.busy) known.extendTo(tokens);
      return known;
    }
    this.#store ??= createStore(this.#model.config);
    const session = new Session(this.#store);
    session.extendTo(tokens);
    session.shareWith([...this.#sessions.values()].find((other) => other.startsWith(tokens)));
    this.#sessions.set(name, session);
    return session;
  }

  #start(): void {
    if (this.#running) return;
    this.#running = true;
    void this.#run().finally(() => {
      this.#running = false;
      if (this.#active.size > 0) this.#start();
    });
  }

  async #run(): Promise<void> {
    // Requests made in the same turn of the event loop join the first pass together.
    await nextTurn();
    while (this.#active.size > 0) {
      const jobs = [...this.#active];
      try {
        await this.#pass(jobs);
      } catch (cause) {
        // What a pass that broke off has written is not known.
        this.reset();
        for (const job of jobs) {
          this.#active.delete(job);
          job.settle.reject(new PolicyError('the sampler failed', { cause }));
        }
      }
      await nextTurn();
    }
  }

  /** One forward pass: reads in what is pending, draws a token for each conversation that has nothing left to read. */
  async #pass(jobs: readonly Job[]): Promise<void> {
    const budget = this.#options.maxBatchTokens ?? 2048;
    const step: { tokens: number[]; positions: number[]; slots: CacheSlot<object>[] } = {
      tokens: [],
      positions: [],
      slots: [],
    };
    const drawing: { job: Job; row: number }[] = [];
    // Prefixes are taken before anything of this pass counts as read in: what it reads in is written by the pass itself.
    for (const job of jobs.filter(({ session }) => session.takePrefix())) {
      const { session } = job;
      const room = budget - step.tokens.length;
      if (room === 0) break;
      const count = Math.min(room, session.tokens.length - session.cached);
      for (let i = 0; i < count; i++) {
        const position = session.cached + i;
        step.tokens.push(session.tokens[position]!);
        step.positions.push(position);
        step.slots.push({ cache: session.cache, position });
      }
      session.cached += count;
      if (session.cached === session.tokens.length) drawing.push({ job, row: step.tokens.length - 1 });
    }
    const logits = await this.#logits(
      step,
      drawing.map(({ row }) => row),
    );
    const { vocabSize } = this.#model.config;
    drawing.forEach(({ job }, i) => {
      if (!this.#active.has(job)) return;
      const done = job.draw(
        logits.subarray(i * vocabSize, (i + 1) * vocabSize),
        this.#model.config.maxPositionEmbeddings,
      );
      if (!done) return;
      this.#active.delete(job);
      job.settle.resolve(job.generation(this.#options.weightVersion?.()));
    });
  }

  /** @returns The logits of some rows of a flat step, shape [rows, V]. */
  async #logits(
    step: { readonly tokens: number[]; readonly positions: number[]; readonly slots: readonly CacheSlot<object>[] },
    rows: readonly number[],
  ): Promise<Float32Array> {
    const { config, parameters, outputWeight } = this.#model;
    const logits = scope(() => {
      const attention = this.#store!.attention(step.slots);
      const hidden = transformerHidden(config, parameters, Int32Array.from(step.tokens), step.positions, attention);
      if (rows.length === 0) return undefined;
      const drawn = gatherRows(hidden, Int32Array.from(rows));
      return tf.matMul(drawn, tf.transpose(outputWeight));
    });
    if (logits === undefined) return new Float32Array();
    try {
      return await logits.data<'float32'>();
    } finally {
      logits.dispose();
    }
  }
}

/** Where keys and values are kept on the current backend. */
function createStore(config: Qwen3Config): KvStore<object> {
  return hostMemory() === undefined ? new DeviceKvStore(config) : new HostedKvStore(config);
}

/** A conversation: its tokens and how many of them the cache holds. */
class Session {
  readonly cache: object;
  readonly #store: KvStore<object>;
  tokens: number[] = [];
  cached = 0;
  busy = false;
  #prefixOf: Session | undefined;

  constructor(store: KvStore<object>) {
    this.#store = store;
    this.cache = store.open();
  }

  /** Gives its keys and values up; nobody shares them from now on. */
  close(): void {
    this.cached = 0;
    this.tokens = [];
    this.#store.close(this.cache);
  }

  /** Whether the conversation begins with all of `tokens`. */
  startsWith(tokens: Int32Array): boolean {
    return this.tokens.length >= tokens.length && tokens.every((token, i) => this.tokens[i] === token);
  }

  /** Waits for another conversation with the same prompt to be read in, then takes its cache over: a group has one prompt. */
  shareWith(other: Session | undefined): void {
    this.#prefixOf = other;
  }

  /** @returns Whether the conversation can go on; false while the one it shares a prompt with has not been read in. */
  takePrefix(): boolean {
    const other = this.#prefixOf;
    if (other === undefined) return true;
    const shared = this.tokens.length - 1;
    if (other.busy && other.cached < shared) return false;
    this.#prefixOf = undefined;
    this.cached = Math.min(shared, other.cached);
    this.#store.copy(other.cache, this.cache, this.cached);
    return true;
  }

  /** Makes `tokens` the conversation's; what the cache shares with them stays, but the last token is always read again. */
  extendTo(tokens: Int32Array): void {
    let shared = 0;
    const most = Math.min(this.cached, tokens.length - 1);
    while (shared < most && this.tokens[shared] === tokens[shared]) shared++;
    this.tokens = Array.from(tokens);
    this.cached = shared;
  }
}

/** One running request. */
class Job {
  readonly session: Session;
  readonly settle: { resolve: (generation: Generation) => void; reject: (error: Error) => void };
  readonly #request: GenerateRequest;
  readonly #random: Random;
  readonly #stops: ReadonlySet<number>;
  readonly #tokens: number[] = [];
  readonly #logprobs: number[] = [];
  #finishReason: Generation['finishReason'] = 'length';

  constructor(session: Session, request: GenerateRequest, settle: Job['settle']) {
    this.session = session;
    this.settle = settle;
    this.#request = request;
    this.#random = new Random(request.sampling.seed ?? 0);
    this.#stops = new Set(request.sampling.stopTokens);
  }

  /** Draws the next token. @returns Whether the request is done. */
  draw(logits: Float32Array, contextLength: number): boolean {
    const { temperature = 1, topP = 1, maxTokens } = this.#request.sampling;
    const { token, logprob } = drawToken(logits, temperature, topP, this.#random);
    this.#tokens.push(token);
    this.#logprobs.push(logprob);
    this.session.tokens.push(token);
    if (this.#stops.has(token)) {
      this.#finishReason = 'stop';
      return true;
    }
    return this.#tokens.length >= maxTokens || this.session.tokens.length >= contextLength;
  }

  generation(version: string | undefined): Generation {
    return {
      tokens: Int32Array.from(this.#tokens),
      logprobs: Float32Array.from(this.#logprobs),
      finishReason: this.#finishReason,
      ...(version === undefined ? {} : { weightVersions: [{ version, start: 0, end: this.#tokens.length }] }),
    };
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
