import {
  PolicyError,
  type CallOptions,
  type GenerateOptions,
  type GenerateRequest,
  type Generation,
  type PackedBatch,
  type PolicySnapshot,
} from '../../../base/index.js';
import { isKernelSize } from '../../internal/compiled/kernels.js';
import { engineFailure } from '../../internal/wasm-program.js';
import { hostMemory } from '../../internal/memory/host-memory.js';
import { nativeBackend } from '../../internal/native/backend.js';
import { webGpuBackend } from '../../internal/webgpu/backend.js';
import type { DecoderConfig } from '../../model/config.js';
import { batchLogprobs, packedHidden } from '../../model/internal/index.js';
import { CAPABILITIES, checkRequest, RunningRequest } from './running-request.js';
import { stopTextSearch } from './stop-texts.js';
import { Conversation, type KvStore } from './conversation.js';
import { DeviceKvStore } from './device-kv-store.js';
import { drawnLogits, type FrozenWeights, planPass } from './forward-pass.js';
import { HostedKvStore } from './hosted-kv-store.js';
import { NativeKvStore } from './native-kv-store.js';
import { nextTurn } from '../../internal/next-turn.js';
import { attendsOnWebGpu } from './webgpu-attention.js';
import { WebGpuKvStore } from './webgpu-kv-store.js';

/** Runs forward passes for as long as requests are under way; see `createSampler`. */
export class ContinuousBatching implements PolicySnapshot {
  readonly workers = 1;
  readonly givesEntropies = true;
  readonly capabilities = CAPABILITIES;
  readonly weightVersion: string;
  readonly #weights: FrozenWeights;
  readonly #maxBatchTokens: number;
  /** By their session, or by a symbol of their own: no session of a caller meets one without a name. */
  readonly #conversations = new Map<string | symbol, Conversation>();
  readonly #running = new Set<RunningRequest>();
  /** The caches of the conversations that ended last: the next sample of a prompt may come after the one before has ended. */
  #ended: Conversation | undefined;
  #store: KvStore<object> | undefined;
  #passing = false;
  #unseeded = 0;
  #closed = false;

  constructor(
    weights: FrozenWeights,
    { maxBatchTokens, weightVersion }: { readonly maxBatchTokens: number; readonly weightVersion: string },
  ) {
    this.#weights = weights;
    this.#maxBatchTokens = maxBatchTokens;
    this.weightVersion = weightVersion;
  }

  async generate(request: GenerateRequest, { signal, onTokens, decode }: GenerateOptions = {}): Promise<Generation> {
    checkRequest(request, this.#weights.config);
    const ending = stopTextSearch(request, decode);
    signal?.throwIfAborted();
    if (this.#closed) throw new PolicyError('the policy was closed');
    const name = request.sessionId ?? Symbol('a request without a session');
    const conversation = this.#conversation(name, request.tokens);
    if (conversation.busy) throw new PolicyError(`session ${request.sessionId}: a request is already running`);
    return new Promise((resolve, reject) => {
      conversation.busy = true;
      const finish = (settle: () => void) => {
        this.#running.delete(running);
        signal?.removeEventListener('abort', abort);
        conversation.busy = false;
        if (request.sessionId === undefined) this.#conversations.delete(name);
        if (this.#conversations.get(name) !== conversation) this.#end(conversation);
        settle();
      };
      const seed = request.sampling.seed ?? `unseeded/${this.#unseeded++}`;
      const running = new RunningRequest(
        conversation,
        { request, seed, ending },
        {
          onToken: (token) => onTokens?.(Int32Array.of(token)),
          resolve: (generation) => finish(() => resolve(generation)),
          reject: (error) => finish(() => reject(error)),
        },
      );
      const abort = () => running.settle.reject(signal!.reason as Error);
      signal?.addEventListener('abort', abort, { once: true });
      this.#running.add(running);
      this.#start();
    });
  }

  async logprobs(batch: PackedBatch, { signal }: CallOptions = {}): Promise<Float32Array> {
    signal?.throwIfAborted();
    if (this.#closed) throw new PolicyError('the policy was closed');
    const { config, trunk, outputWeight } = this.#weights;
    const hidden = (tokens: Int32Array, offsets: Int32Array) => packedHidden(config, trunk, tokens, offsets);
    return engineFailure('logprobs', PolicyError, () =>
      batchLogprobs({ config, outputWeight, hidden }, batch, PolicyError),
    );
  }

  endSession(sessionId: string): void {
    this.#forget(sessionId);
  }

  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      this.#endAll(new PolicyError('the policy was closed'));
      this.#store?.dispose?.();
      this.#weights.dispose();
    }
    return Promise.resolve();
  }

  /** The conversation of that name; what its cache holds beyond the tokens shared with this request is written over. */
  #conversation(name: string | symbol, tokens: Int32Array): Conversation {
    const known = this.#conversations.get(name);
    if (known !== undefined) {
      if (!known.busy) known.extendTo(tokens);
      return known;
    }
    this.#store ??= createStore(this.#weights.config);
    const conversation = new Conversation(this.#store);
    conversation.extendTo(tokens);
    conversation.shareWith([...this.#conversations.values(), ...(this.#ended === undefined ? [] : [this.#ended])]);
    this.#conversations.set(name, conversation);
    return conversation;
  }

  #forget(name: string | symbol): void {
    const conversation = this.#conversations.get(name);
    this.#conversations.delete(name);
    if (conversation?.busy === false) this.#end(conversation);
  }

  #end(conversation: Conversation | undefined): void {
    this.#ended?.close();
    this.#ended = conversation;
  }

  #start(): void {
    if (this.#passing) return;
    this.#passing = true;
    void this.#run().finally(() => {
      this.#passing = false;
      if (this.#running.size > 0) this.#start();
    });
  }

  async #run(): Promise<void> {
    // Requests made in the same turn of the event loop join the first pass together.
    await nextTurn();
    while (this.#running.size > 0) {
      try {
        await engineFailure('generate', PolicyError, () => this.#pass());
      } catch (cause) {
        // It is not known what a failed pass has written.
        this.#endAll(cause instanceof PolicyError ? cause : new PolicyError('the sampler failed', { cause }));
      }
      await nextTurn();
    }
  }

  /** One forward pass: reads in what is pending, draws a token for each conversation that has nothing left to read. */
  async #pass(): Promise<void> {
    const plan = planPass([...this.#running], this.#maxBatchTokens);
    const logits = await drawnLogits(this.#weights, this.#store!, plan);
    const { vocabSize, maxPositionEmbeddings } = this.#weights.config;
    plan.drawing.forEach(({ request }, i) => {
      if (!this.#running.has(request)) return;
      try {
        const done = request.draw(logits.subarray(i * vocabSize, (i + 1) * vocabSize), maxPositionEmbeddings);
        if (done) request.settle.resolve(request.generation(this.weightVersion));
      } catch (error) {
        request.settle.reject(error as Error);
      }
    });
  }

  /** Forgets every cache and ends every request. */
  #endAll(error: PolicyError): void {
    for (const name of [...this.#conversations.keys()]) this.#forget(name);
    for (const request of [...this.#running]) request.settle.reject(error);
    this.#end(undefined);
  }
}

/** Where keys and values are kept on the current backend. */
function createStore(config: DecoderConfig): KvStore<object> {
  const isHosted = hostMemory() !== undefined && isKernelSize(config.headDim);
  if (isHosted) return new HostedKvStore(config);
  if (nativeBackend() !== undefined) return new NativeKvStore(config);
  const isFused = webGpuBackend() !== undefined && attendsOnWebGpu(config.headDim);
  return isFused ? new WebGpuKvStore(config) : new DeviceKvStore(config);
}
