import * as z from 'zod';
import { ExternalError, PolicyError } from '../../../base/index.js';
import { parseJson } from '../../../base/internal/index.js';
import { TimeLimitError, withTimeLimit, type HttpClient } from '../../../io/index.js';
import { accepted } from './engine-client.js';
import type { EngineIdentity } from './identify.js';

/** Where an engine loads and drops adapters; the fields are the same. */
const PATHS = {
  vllm: { load: '/v1/load_lora_adapter', drop: '/v1/unload_lora_adapter' },
  sglang: { load: '/load_lora_adapter', drop: '/unload_lora_adapter' },
} as const;

/** Longest time for an engine to drop an adapter: it frees memory and computes nothing. */
const LONGEST_DROP_MS = 10_000;

/** Answers to a drop after which the engine does not have the adapter: it dropped it, or did not know it. */
const GONE = [200, 400, 404];

/** An adapter for an engine. */
export interface EngineAdapter {
  readonly name: string;
  /** A folder in PEFT's format, as the engine sees it. */
  readonly path: string;
  /** Prefix of adapters that an earlier process may have left in the engine: they are unloaded. Default: no adapters. */
  readonly replaces?: string | undefined;
}

/** How long a change of adapters may take. */
interface ChangeOptions {
  readonly signal?: AbortSignal | undefined;
  /** For the load, and then for the drops (10 s at most). Default: that of the connection for the load. */
  readonly timeoutMs?: number | undefined;
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
/** SGLang answers a load with the names of all adapters. */
const loadedSchema = z.object({ loaded_adapters: z.record(z.string(), z.unknown()) });

/**
 * The adapter that an engine is asked for, changed while requests are under way: those that began with the old one end
 * with it, and then the engine drops it.
 */
export class EngineAdapters {
  readonly #client: HttpClient;
  readonly #kind: Exclude<EngineIdentity['kind'], 'other'>;
  #current: LoadedAdapter | undefined;
  /** The current one, and those before it that requests are under way with. */
  readonly #inUse = new Set<LoadedAdapter>();
  /** The last one whose load was requested and not confirmed: the engine may still have loaded it. */
  #unconfirmed: EngineAdapter | undefined;

  constructor(client: HttpClient, kind: Exclude<EngineIdentity['kind'], 'other'>) {
    this.#client = client;
    this.#kind = kind;
  }

  /**
   * @returns Names of older adapters that the engine did not drop in time: the next `use` with `replaces` tries them again.
   * @throws PolicyError with the engine's words, or where the engine takes longer or does not list the adapter after the load; the
   *   adapter before it then stays.
   */
  async use(adapter: EngineAdapter, { signal, timeoutMs }: ChangeOptions = {}): Promise<string[]> {
    const { name, path, replaces } = adapter;
    const listed = await this.#loadInTime(adapter, { signal, timeoutMs });
    const before = this.#current;
    this.#current = { name, path, underWay: 0 };
    this.#inUse.add(this.#current);
    const unused = before !== undefined && this.#forgetUnused(before) ? [before.name] : [];
    const kept = new Set([...this.#inUse].map((one) => one.name));
    const left = listed.flatMap(({ id, parent }) =>
      replaces !== undefined && parent != null && id.startsWith(replaces) && !kept.has(id) ? id : [],
    );
    const older = [...new Set([...unused, ...left])];
    const statuses = await Promise.all(older.map((one) => this.#drop(one, { signal, timeoutMs })));
    // A caller that has given up is not interested.
    return signal?.aborted === true ? [] : older.filter((_, i) => !GONE.includes(statuses[i]!));
  }

  async #loadInTime(adapter: EngineAdapter, { signal, timeoutMs }: ChangeOptions) {
    try {
      return await withTimeLimit((inner) => this.#loadInPlace(adapter, inner), signal, timeoutMs);
    } catch (cause) {
      if (!(cause instanceof TimeLimitError)) throw cause;
      throw new PolicyError(`adapter ${adapter.name}: ${cause.message}`, { cause, retryable: true });
    }
  }

  /**
   * An engine may have one of that name already: it took longer than the last try, its answer was lost, or an earlier process left it.
   * In the first two cases the adapter is taken as it is, else it is replaced.
   *
   * @returns What the engine lists after the load; nothing where it has no list, or where the caller replaces no others.
   */
  async #loadInPlace({ name, path, replaces }: EngineAdapter, signal: AbortSignal) {
    const isRepeated = this.#unconfirmed?.name === name && this.#unconfirmed.path === path;
    this.#unconfirmed = { name, path };
    if (!isRepeated || !has(await this.#listed(signal), name))
      await this.#load(name, path, signal).catch(async (error: unknown) => {
        const isRefused = error instanceof ExternalError && !error.retryable;
        const isThere = isRefused && /already/i.test(error.message);
        if (isThere && isRepeated) return;
        const isFree = [...this.#inUse].every((one) => one.name !== name || one.underWay === 0);
        if (isThere && isFree && (await this.#drop(name, { signal })) === 200) return this.#load(name, path, signal);
        if (isRefused && !isRepeated) this.#unconfirmed = undefined;
        throw error;
      });
    const listed = replaces === undefined ? undefined : await this.#listed(signal);
    // Older releases of SGLang list no adapters.
    if (this.#kind === 'vllm' && listed !== undefined && !has(listed, name)) throw notLoaded(name);
    this.#unconfirmed = undefined;
    return listed ?? [];
  }

  async #load(name: string, path: string, signal?: AbortSignal): Promise<void> {
    const body = JSON.stringify({ lora_name: name, lora_path: path });
    const answer = await this.#client.send({ method: 'POST', path: PATHS[this.#kind].load, body, signal });
    const loaded = loadedSchema.safeParse(parseJson(accepted(answer, `adapter ${name}`))?.value).data?.loaded_adapters;
    if (loaded !== undefined && !Object.hasOwn(loaded, name)) throw notLoaded(name);
  }

  /** @returns The models and adapters of the engine; undefined where it has no such list. */
  async #listed(signal: AbortSignal) {
    const { status, body } = await this.#client.send({ method: 'GET', path: '/v1/models', signal });
    return status === 200 ? modelsSchema.safeParse(parseJson(body)?.value).data?.data : undefined;
  }

  /** @returns The status of the answer; undefined where the engine gives none in time. */
  #drop(name: string, { signal, timeoutMs = LONGEST_DROP_MS }: ChangeOptions = {}): Promise<number | undefined> {
    const request = {
      method: 'POST',
      path: PATHS[this.#kind].drop,
      body: JSON.stringify({ lora_name: name }),
    } as const;
    return withTimeLimit(
      (inner) => this.#client.send({ ...request, signal: inner }),
      signal,
      Math.min(timeoutMs, LONGEST_DROP_MS),
    ).then(
      ({ status }) => status,
      () => undefined,
    );
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
    if (this.#forgetUnused(adapter)) await this.#drop(adapter.name);
  }

  /** @returns Whether no request needs the adapter any more, and the engine still has to drop it. */
  #forgetUnused(adapter: LoadedAdapter): boolean {
    if (adapter === this.#current || adapter.underWay > 0 || !this.#inUse.delete(adapter)) return false;
    return adapter.name !== this.#current?.name;
  }
}

function has(listed: readonly { readonly id: string }[] | undefined, name: string): boolean {
  return listed?.some(({ id }) => id === name) ?? false;
}

function notLoaded(name: string): PolicyError {
  return new PolicyError(`adapter ${name}: the engine answered that it has loaded it, but does not list it`, {
    retryable: true,
  });
}
