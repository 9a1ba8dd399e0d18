import * as z from 'zod';
import { ExternalError } from '../../../base/index.js';
import { parseJson } from '../../../base/internal/index.js';
import type { HttpClient } from '../../../io/index.js';
import { accepted } from './engine-client.js';
import type { EngineIdentity } from './identify.js';

/** Where an engine loads and drops adapters; the fields are the same. */
const PATHS = {
  vllm: { load: '/v1/load_lora_adapter', drop: '/v1/unload_lora_adapter' },
  sglang: { load: '/load_lora_adapter', drop: '/unload_lora_adapter' },
} as const;

/** An adapter for an engine. */
export interface EngineAdapter {
  readonly name: string;
  /** A folder in PEFT's format, as the engine sees it. */
  readonly path: string;
  /** Prefix of adapters that an earlier process may have left in the engine: they are unloaded. Default: no adapters. */
  readonly replaces?: string | undefined;
}

/** An adapter in use: how many requests are under way with it. */
interface LoadedAdapter {
  readonly name: string;
  readonly path: string;
  underWay: number;
  /** While it is loaded again. */
  reload?: Promise<boolean>;
}

const modelsSchema = z.object({ data: z.array(z.object({ id: z.string(), parent: z.string().nullish() })) });

/**
 * The adapter that an engine is asked for, changed while requests are under way: those that began with the old one end
 * with it, and then the engine drops it.
 */
export class EngineAdapters {
  readonly #client: HttpClient;
  readonly #paths: (typeof PATHS)[keyof typeof PATHS];
  #current: LoadedAdapter | undefined;
  /** The current one, and those before it that requests are under way with. */
  readonly #inUse = new Set<LoadedAdapter>();

  constructor(client: HttpClient, kind: Exclude<EngineIdentity['kind'], 'other'>) {
    this.#client = client;
    this.#paths = PATHS[kind];
  }

  /** @throws PolicyError with the engine's words; the adapter before it then stays. */
  async use({ name, path, replaces }: EngineAdapter, signal: AbortSignal | undefined): Promise<void> {
    await this.#loadInPlace(name, path, signal);
    const before = this.#current;
    this.#current = { name, path, underWay: 0 };
    this.#inUse.add(this.#current);
    if (before !== undefined) await this.#dropUnused(before);
    if (replaces !== undefined) await this.#dropOthers(replaces, signal);
  }

  /** An engine may have one of that name already, and says so: the answer to an earlier request was lost, or the engine was left out meanwhile. */
  async #loadInPlace(name: string, path: string, signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#load(name, path, signal);
    } catch (error) {
      const isRefused = error instanceof ExternalError && !error.retryable;
      const isFree = [...this.#inUse].every((adapter) => adapter.name !== name || adapter.underWay === 0);
      if (!isRefused || !/already/i.test(error.message) || !isFree || !(await this.#drop(name))) throw error;
      await this.#load(name, path, signal);
    }
  }

  async #load(name: string, path: string, signal?: AbortSignal): Promise<void> {
    const body = JSON.stringify({ lora_name: name, lora_path: path });
    const answer = await this.#client.send({ method: 'POST', path: this.#paths.load, body, signal });
    accepted(answer, `adapter ${name}`);
  }

  /** @returns Whether the engine had it. */
  async #drop(name: string): Promise<boolean> {
    const body = JSON.stringify({ lora_name: name });
    const answer = await this.#client.send({ method: 'POST', path: this.#paths.drop, body }).catch(() => undefined);
    return answer?.status === 200;
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

  /** An engine that does not unload an adapter only keeps it longer. */
  async #dropUnused(adapter: LoadedAdapter): Promise<void> {
    if (adapter === this.#current || adapter.underWay > 0 || !this.#inUse.delete(adapter)) return;
    if (adapter.name !== this.#current?.name) await this.#drop(adapter.name);
  }

  /** Drops what an earlier process left behind. An engine that lists no adapters keeps them. */
  async #dropOthers(prefix: string, signal: AbortSignal | undefined): Promise<void> {
    const { status, body } = await this.#client.send({ method: 'GET', path: '/v1/models', signal });
    const listed = status === 200 ? modelsSchema.safeParse(parseJson(body)?.value).data?.data : undefined;
    const kept = new Set([...this.#inUse].map(({ name }) => name));
    const others = (listed ?? []).filter(({ id, parent }) => parent != null && id.startsWith(prefix) && !kept.has(id));
    for (const { id } of others) await this.#drop(id);
  }
}
