import type { CallOptions, Policy } from '../../../base/index.js';
import { withTimeLimit } from '../../../io/index.js';
import type { EnginePolicy } from '../../engine/engine-policy.js';

/** An adapter, as it is published: its name and folder. */
export interface PublishedAdapter {
  /** The name of its folder too. */
  readonly name: string;
}

/** How an engine is opened, and where it finds adapters. */
export interface SyncedEngineParts {
  readonly name: string;
  readonly open: (options: CallOptions) => Promise<EnginePolicy>;
  /** The folder of adapters, as the engine sees it. */
  readonly directory: string;
  /** How the names of this run's adapters begin. */
  readonly prefix: string;
  /** Longest time for opening the engine, and for loading an adapter. */
  readonly loadTimeoutMs: number;
  /** Called with older adapters that it did not drop in time. */
  readonly onKept: (adapters: readonly string[]) => void;
}

/** One engine that is given each adapter: one load at a time, and none twice. */
export class SyncedEngine {
  /** Whether turns are sent to it. */
  isServing = false;
  #policy: EnginePolicy | undefined;
  #loaded: string | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: SyncedEngineParts) {}

  get name(): string {
    return this.parts.name;
  }

  /** @returns The engine, with the adapter loaded. @throws PolicyError, TimeLimitError; the signal's reason. */
  use(adapter: PublishedAdapter, signal: AbortSignal | undefined): Promise<Policy> {
    const load = this.#last.then(() => this.#load(adapter, signal));
    this.#last = load.catch(() => undefined);
    return load;
  }

  /** It failed: it may be another process when it is back, so that nothing counts as loaded. */
  leaveOut(): void {
    this.isServing = false;
    this.#loaded = undefined;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#policy?.close?.();
  }

  async #load({ name }: PublishedAdapter, signal: AbortSignal | undefined): Promise<Policy> {
    const { directory, prefix, open, loadTimeoutMs: timeoutMs, onKept } = this.parts;
    signal?.throwIfAborted();
    const policy = (this.#policy ??= await withTimeLimit((inner) => open({ signal: inner }), signal, timeoutMs));
    if (this.#loaded === name) return policy;
    this.#loaded = undefined;
    const adapter = { name, path: `${directory}/${name}`, replaces: prefix };
    const kept = await policy.useAdapter(adapter, { signal, timeoutMs });
    this.#loaded = name;
    if (kept.length > 0) onKept(kept);
    return policy;
  }
}
