import { SandboxError } from '../../../base/index.js';
import { FairQueue } from '../../internal/fair-queue.js';
import { ATTEMPTS, ServerBroken, untilKilled } from '../../internal/server-broken.js';
import { KILLED } from './server/run-outcome.js';
import type { ForkServer } from './server/fork-server.js';
import type { RunLimits, RunOutcome } from './server/run-outcome.js';

/** Servers that are kept for each one that may run, because several variants are in use and a start takes time. */
const KEPT_PER_RUNNING = 3;

/** Options of {@link ServerPool}; `F` is what distinguishes servers that are not interchangeable. */
export interface ServerPoolOptions<F> {
  /** Calls that run at once. */
  readonly concurrency: number;
  /** Calls after which a server is replaced by a new one. */
  readonly callsPerServer: number;
  readonly start: (variant: F) => Promise<ForkServer>;
}

/** A pool of servers of several variants. At most `concurrency` of them run at once; calls wait in order of arrival. */
export class ServerPool<F> {
  /** Limits all programs, also those that run outside of the pool's own servers. */
  readonly queue: FairQueue;
  /** By variant; the variant unused for longest comes first. */
  #idle = new Map<string, ForkServer[]>();
  /** Every live server, with its variant. */
  #servers = new Map<ForkServer, string>();
  /** Calls a server may still run before it is replaced. */
  #left = new WeakMap<ForkServer, number>();
  #closed: SandboxError | undefined;
  /** Servers that are being ended: files or processes of them may remain. */
  readonly #ending = new Set<Promise<void>>();
  /** Servers that are being started. */
  readonly #starting = new Set<Promise<ForkServer>>();

  constructor(private readonly options: ServerPoolOptions<F>) {
    this.queue = new FairQueue(options.concurrency);
  }

  /** Takes over a server that is already running. */
  adopt(variant: F, server: ForkServer): void {
    this.#servers.set(server, key(variant));
    // Spread out, or all servers would be replaced at the same call.
    const spread = Math.floor((this.options.callsPerServer * (this.#servers.size % 4)) / 8);
    this.#left.set(server, this.options.callsPerServer + 1 - spread);
    this.#release(variant, server);
  }

  /** Starts servers until so many of this variant are idle. */
  async warm(variant: F, count: number): Promise<void> {
    const have = this.#idle.get(key(variant))?.length ?? 0;
    await Promise.all(
      Array.from({ length: Math.max(0, count - have) }, async () => {
        this.adopt(variant, await this.#startServer(variant));
      }),
    );
  }

  run(variant: F, frame: Buffer, options: RunLimits): Promise<RunOutcome> {
    const run = () => untilKilled(() => this.#runOnServer(variant, frame, options), KILLED);
    return this.queue.run(run, { signal: options.signal });
  }

  async close(): Promise<void> {
    this.#closed ??= new SandboxError('the sandbox was closed');
    this.queue.close(this.#closed);
    await Promise.allSettled(this.#starting);
    await Promise.all([...this.#servers.keys()].map((server) => this.#end(server)));
    await Promise.all(this.#ending);
  }

  async #runOnServer(variant: F, frame: Buffer, options: RunLimits): Promise<RunOutcome> {
    for (let attempt = 1; ; attempt++) {
      let server: ForkServer | undefined;
      try {
        server = this.#takeIdle(variant) ?? (await this.#startServer(variant));
        const outcome = await server.run(frame, options);
        if (outcome.stopped === 'cancelled') throw options.signal?.reason;
        return outcome;
      } catch (error) {
        if (this.#closed !== undefined) throw this.#closed;
        if (error instanceof ServerBroken) throw error;
        if (!(error instanceof SandboxError) || !error.retryable || attempt === ATTEMPTS) throw error;
      } finally {
        if (server !== undefined) this.#release(variant, server);
      }
    }
  }

  /** @returns An idle server that is alive. */
  #takeIdle(variant: F): ForkServer | undefined {
    const idle = this.#idle.get(key(variant)) ?? [];
    for (;;) {
      const server = idle.pop();
      if (server?.broken !== true) return server;
      this.#servers.delete(server);
      void this.#end(server);
    }
  }

  async #startServer(variant: F): Promise<ForkServer> {
    this.#makeRoom();
    const starting = this.options.start(variant);
    this.#starting.add(starting);
    const server = await starting.finally(() => this.#starting.delete(starting));
    this.#servers.set(server, key(variant));
    this.#left.set(server, this.options.callsPerServer);
    if (this.#closed !== undefined) await this.#end(server);
    try {
      await server.ready;
    } catch (error) {
      this.#servers.delete(server);
      throw error;
    }
    return server;
  }

  #release(variant: F, server: ForkServer): void {
    const left = this.#left.get(server)! - 1;
    this.#left.set(server, left);
    if (server.broken || left <= 0) {
      this.#servers.delete(server);
      if (server.broken) void this.#end(server);
      else void this.#replace(variant, server);
      return;
    }
    const name = key(variant);
    const idle = this.#idle.get(name) ?? [];
    idle.push(server);
    this.#idle.delete(name);
    this.#idle.set(name, idle);
  }

  /** Ends an idle server of another variant when there are many. */
  #makeRoom(): void {
    if (this.#servers.size < this.options.concurrency * KEPT_PER_RUNNING) return;
    for (const servers of this.#idle.values()) {
      const server = servers.shift();
      if (server === undefined) continue;
      this.#servers.delete(server);
      void this.#end(server);
      return;
    }
  }

  /** Replaces a server before the next one is needed. If the start fails, the next call tries again. */
  async #replace(variant: F, server: ForkServer): Promise<void> {
    await this.#end(server);
    if (this.#closed !== undefined || this.#size(variant) >= this.options.concurrency) return;
    try {
      this.adopt(variant, await this.#startServer(variant));
    } catch {
      return;
    }
  }

  async #end(server: ForkServer): Promise<void> {
    const ending = server.close();
    this.#ending.add(ending);
    await ending;
    this.#ending.delete(ending);
  }

  #size(variant: F): number {
    let size = 0;
    for (const other of this.#servers.values()) if (other === key(variant)) size++;
    return size;
  }
}

function key(variant: unknown): string {
  return JSON.stringify(variant);
}
