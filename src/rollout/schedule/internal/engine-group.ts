import { ExternalError, PolicyError } from '../../../base/index.js';
import { errorMessage } from '../../../base/internal/index.js';
import { delay, giveUpOnAbort, withTimeLimit, TimeLimitError } from '../../../io/index.js';
import type { AdapterSyncEvent } from '../adapter-sync-options.js';
import type { ScheduledEngine } from '../scheduled-options.js';
import type { ScheduledPolicy } from '../scheduled-policy.js';
import type { PublishedAdapter, SyncedEngine } from './synced-engine.js';

/** How engines that failed are tried again. */
export interface EngineGroupOptions {
  /** Between two tries of engines that were left out. */
  readonly retryMs: number;
  /** Longest wait for an engine where none has the adapter. */
  readonly waitMs: number;
  readonly onEvent: (event: AdapterSyncEvent) => void;
}

/** An engine, and what the scheduler is to know of it. */
export type GroupedEngine = { readonly engine: SyncedEngine } & Omit<ScheduledEngine, 'policy'>;

/** The engines of a scheduler that all have the newest adapter: one that cannot load it gets no turns until it has. */
export class EngineGroup {
  #current: PublishedAdapter | undefined;
  readonly #failures = new Map<string, string>();
  readonly #closing = new AbortController();
  #retrying: Promise<void> | undefined;
  /** Called when an engine has come back. */
  #onReturn: (() => void) | undefined;

  constructor(
    private readonly scheduler: ScheduledPolicy,
    private readonly engines: readonly GroupedEngine[],
    private readonly options: EngineGroupOptions,
  ) {}

  /**
   * Loads an adapter into every engine. Those that fail are left out, and tried again in the background.
   *
   * @returns The names of the engines that have it.
   * @throws PolicyError where no engine has it within `waitMs`; the signal's reason; TypeError or RangeError for options of an engine.
   */
  async publish(adapter: PublishedAdapter, signal: AbortSignal | undefined): Promise<string[]> {
    this.#current = adapter;
    // An engine that was left out may take minutes to fail again: it is not waited for.
    const asked = this.engines.filter(({ engine }) => !this.#failures.has(engine.name));
    await this.#give(asked, signal);
    this.#keepTrying();
    if (this.#serving.length === 0) await this.#untilOneReturns(signal);
    return this.#serving;
  }

  /** Ends the tries. */
  async close(): Promise<void> {
    this.#closing.abort(new PolicyError('the engines were closed'));
    await this.#retrying;
    await Promise.allSettled(this.engines.map(({ engine }) => engine.close()));
  }

  get #serving(): string[] {
    return this.engines.flatMap(({ engine }) => (engine.isServing ? engine.name : []));
  }

  /** Gives engines the newest adapter, and turns to those that have loaded it, all at once: none gets the turns of the others. */
  async #give(engines: readonly GroupedEngine[], signal: AbortSignal | undefined): Promise<void> {
    const loaded = await Promise.all(engines.map((one) => this.#load(one, signal)));
    const ready = loaded.filter((one) => one !== undefined);
    const added = ready.filter(({ engine }) => !engine.isServing);
    if (added.length > 0) this.scheduler.addEngine(...added.map(({ scheduled }) => scheduled));
    for (const { engine } of added) engine.isServing = true;
    for (const { engine, version } of ready)
      if (this.#failures.delete(engine.name)) this.options.onEvent({ kind: 'returned', engine: engine.name, version });
    if (ready.length > 0) this.#onReturn?.();
  }

  /** @returns An engine that has loaded the newest adapter; undefined for one that is left out. */
  async #load({ engine, ...rest }: GroupedEngine, signal: AbortSignal | undefined) {
    try {
      for (;;) {
        const adapter = this.#current!;
        const policy = await engine.use(adapter, signal);
        // Another one may have been published meanwhile.
        if (adapter === this.#current) return { engine, version: adapter.name, scheduled: { ...rest, policy } };
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof ExternalError || error instanceof TimeLimitError)) throw error;
      this.#leaveOut(engine, errorMessage(error));
      return undefined;
    }
  }

  #leaveOut(engine: SyncedEngine, reason: string): void {
    const { name } = engine;
    const isNew = !this.#failures.has(name);
    this.#failures.set(name, reason);
    if (engine.isServing) this.scheduler.removeEngine(name);
    engine.leaveOut();
    if (isNew) this.options.onEvent({ kind: 'left-out', engine: name, version: this.#current!.name, reason });
  }

  #keepTrying(): void {
    if (this.#failures.size === 0 || this.#retrying !== undefined) return;
    const { signal } = this.#closing;
    const tries = async () => {
      while (this.#failures.size > 0) {
        await delay(this.options.retryMs, signal);
        const failed = this.engines.filter(({ engine }) => this.#failures.has(engine.name));
        await Promise.all(failed.map((one) => this.#give([one], signal)));
      }
    };
    // It ends when all are back, or when the group is closed.
    this.#retrying = tries()
      .catch(() => undefined)
      .finally(() => (this.#retrying = undefined));
  }

  async #untilOneReturns(signal: AbortSignal | undefined): Promise<void> {
    const { waitMs } = this.options;
    const returned = new Promise<void>((resolve) => (this.#onReturn = resolve));
    try {
      await withTimeLimit((inner) => giveUpOnAbort(returned, inner), signal, waitMs);
    } catch (cause) {
      if (!(cause instanceof TimeLimitError)) throw cause;
      const reasons = [...this.#failures].map(([name, reason]) => `${name}: ${reason}`).join('; ');
      throw new PolicyError(`no engine has loaded adapter ${this.#current!.name} within ${waitMs} ms: ${reasons}`, {
        cause,
      });
    } finally {
      this.#onReturn = undefined;
    }
  }
}
