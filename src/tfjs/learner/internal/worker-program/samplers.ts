import { PolicyError, type Generation } from '../../../../base/index.js';
import { engineFailure } from '../../../internal/wasm-program.js';
import type { Decoder } from '../../../model/decoder.js';
import { createSampler, type Sampler } from '../../../sampler/sampler.js';
import type { Call, Order } from '../../../workers/internal/index.js';

type Asked = Extract<Call, { readonly kind: 'generate' }> & { readonly call: number };
type Options = Extract<Order, { readonly kind: 'open' }>['options'];

/** The main thread has the tokenizer and looks for stop texts. A worker has none: its `decode` gives this text once the main thread has ended the turn. */
const END = 'end';

/** The samplers of a worker, and the generations under way. */
export class Samplers {
  readonly #samplers = new Map<number, Sampler | { readonly error: unknown }>();
  readonly #generations = new Map<number, { readonly controller: AbortController; isToEnd: boolean }>();
  readonly #onToken: (call: number, token: number) => void;

  constructor(onToken: (call: number, token: number) => void) {
    this.#onToken = onToken;
  }

  open(sampler: number, model: () => Decoder, options: Options): void {
    try {
      this.#samplers.set(sampler, createSampler(model(), { ...options, workers: 1 }));
    } catch (error) {
      this.#samplers.set(sampler, { error });
    }
  }

  async generate({ call, sampler, request, reportsTokens }: Asked): Promise<Generation> {
    const generation = { controller: new AbortController(), isToEnd: false };
    this.#generations.set(call, generation);
    try {
      return await engineFailure('generate', PolicyError, () =>
        this.#get(sampler).generate(
          { ...request, constraint: { stopTexts: [END] } },
          {
            signal: generation.controller.signal,
            onTokens: reportsTokens ? (tokens) => this.#onToken(call, tokens[0]!) : undefined,
            decode: () => (generation.isToEnd ? END : ''),
          },
        ),
      );
    } finally {
      this.#generations.delete(call);
    }
  }

  end(call: number): void {
    const generation = this.#generations.get(call);
    if (generation !== undefined) generation.isToEnd = true;
  }

  abort(call: number): void {
    this.#generations.get(call)?.controller.abort();
  }

  endSession(sampler: number, sessionId: string): void {
    this.#opened(sampler)?.endSession(sessionId);
  }

  close(sampler: number): void {
    void this.#opened(sampler)?.close();
    this.#samplers.delete(sampler);
  }

  #get(number: number): Sampler {
    const sampler = this.#samplers.get(number)!;
    if ('error' in sampler) throw sampler.error;
    return sampler;
  }

  #opened(number: number): Sampler | undefined {
    const sampler = this.#samplers.get(number);
    return sampler === undefined || 'error' in sampler ? undefined : sampler;
  }
}
