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
  /** Longest time for opening the engine and loading an adapter. */
  readonly loadTimeoutMs: number;
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
    const load = this.#last.then(() =>
      withTimeLimit((inner) => this.#load(adapter, inner), signal, this.parts.loadTimeoutMs),
    );
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

  async #load({ name }: PublishedAdapter, signal: AbortSignal): Promise<Policy> {
    const { directory, prefix, open } = this.parts;
    const policy = (this.#policy ??= await open({ signal }));
    if (this.#loaded === name) return policy;
    this.#loaded = undefined;
    await policy.useAdapter({ name, path: `${directory}/${name}`, replaces: prefix }, { signal });
    this.#loaded = name;
    return policy;
  }
}
