import type { HttpClient } from '../../../io/index.js';
import { accepted } from './engine-client.js';
import type { EngineIdentity } from './identify.js';

/** Where an engine loads and drops adapters; the fields are the same. */
const PATHS = {
  vllm: { load: '/v1/load_lora_adapter', drop: '/v1/unload_lora_adapter' },
  sglang: { load: '/load_lora_adapter', drop: '/unload_lora_adapter' },
} as const;

/** An adapter in use: how many requests are under way with it. */
interface LoadedAdapter {
  readonly name: string;
  underWay: number;
}

/**
 * The adapter that an engine is asked for, changed while requests are under way: those that began with the old one end
 * with it, and then the engine drops it.
 */
export class EngineAdapters {
  readonly #client: HttpClient;
  readonly #paths: (typeof PATHS)[keyof typeof PATHS];
  #current: LoadedAdapter | undefined;

  constructor(client: HttpClient, kind: Exclude<EngineIdentity['kind'], 'other'>) {
    this.#client = client;
    this.#paths = PATHS[kind];
  }

  /** @throws PolicyError with the engine's words; the adapter before it then stays. */
  async use(name: string, path: string, signal: AbortSignal | undefined): Promise<void> {
    const body = JSON.stringify({ lora_name: name, lora_path: path });
    const answer = await this.#client.send({ method: 'POST', path: this.#paths.load, body, signal });
    accepted(answer, `adapter ${name}`);
    const before = this.#current;
    this.#current = { name, underWay: 0 };
    if (before !== undefined) await this.#dropUnused(before);
  }

  /** @returns What `work` gives, with the adapter that is current when it begins. */
  async during<T>(work: (adapter: string | undefined) => Promise<T>): Promise<T> {
    const adapter = this.#current;
    if (adapter === undefined) return work(undefined);
    adapter.underWay++;
    try {
      return await work(adapter.name);
    } finally {
      adapter.underWay--;
      void this.#dropUnused(adapter);
    }
  }

  /** An engine that does not drop one only holds it longer. */
  async #dropUnused(adapter: LoadedAdapter): Promise<void> {
    if (adapter === this.#current || adapter.underWay > 0) return;
    const body = JSON.stringify({ lora_name: adapter.name });
    await this.#client.send({ method: 'POST', path: this.#paths.drop, body }).catch(() => undefined);
  }
}
