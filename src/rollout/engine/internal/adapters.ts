import { ExternalError } from '../../../base/index.js';
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
  readonly path: string;
  underWay: number;
  /** While it is loaded again. */
  reload?: Promise<boolean>;
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
    await this.#load(name, path, signal);
    const before = this.#current;
    this.#current = { name, path, underWay: 0 };
    if (before !== undefined) await this.#dropUnused(before);
  }

  async #load(name: string, path: string, signal?: AbortSignal): Promise<void> {
    const body = JSON.stringify({ lora_name: name, lora_path: path });
    const answer = await this.#client.send({ method: 'POST', path: this.#paths.load, body, signal });
    accepted(answer, `adapter ${name}`);
  }

  /** @returns Whether the engine had forgotten an adapter, as after a restart, and has it again: it refuses one that it has. */
  async #loadAgain(adapter: LoadedAdapter): Promise<boolean> {
    adapter.reload ??= this.#load(adapter.name, adapter.path)
      .then(
        () => true,
        () => false,
      )
      .finally(() => delete adapter.reload);
    return adapter.reload;
  }

  /**
   * Where the engine refuses the work because it has forgotten the adapter, loads that again first.
   *
   * @returns What `work` gives, with the adapter that is current when it begins.
   */
  async during<T>(work: (adapter: string | undefined) => Promise<T>): Promise<T> {
    const adapter = this.#current;
    if (adapter === undefined) return work(undefined);
    adapter.underWay++;
    try {
      return await work(adapter.name);
    } catch (error) {
      const isRefused = error instanceof ExternalError && !error.retryable;
      if (!isRefused || !(await this.#loadAgain(adapter))) throw error;
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
