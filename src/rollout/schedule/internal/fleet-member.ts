import { PolicyError } from '../../../base/index.js';
import { createHttpClient, type HttpClient } from '../../../io/index.js';
import type { ResolvedScheduledOptions, ScheduledEngine, ScheduledEngineStatus } from '../scheduled-options.js';
import type { ObservedCache } from './engine-load.js';
import { readCacheMetrics } from './engine-metrics.js';
import { OccupancyLog } from './occupancy-log.js';

/** How long a read of an engine's metrics may take; its first requests wait as long. */
const LONGEST_READ_MS = 5000;

/** Largest page of metrics; a server's page has some hundred kilobytes. */
const MAX_METRICS_BYTES = 1 << 22;

/** One engine of a fleet: its running turns, its suspension, and the metrics of its cache. */
export class FleetMember {
  /** Turns that run there. */
  running = 0;
  /** Sessions that had a turn here and were not ended. */
  readonly sessions = new Set<string>();
  /** Its occupancy since the first request. */
  readonly log = new OccupancyLog();
  capacityTokens: number;
  readonly #metrics: HttpClient | undefined;
  #isReading = false;
  #failures = 0;
  /** When it last gave a valid answer. */
  #workedAt = -Infinity;
  /** Runs while the engine is suspended. */
  #suspension: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly engine: ScheduledEngine,
    private readonly options: ResolvedScheduledOptions,
  ) {
    const { metricsUrl, curve = options.curve } = engine;
    this.capacityTokens = curve.capacityTokens;
    if (metricsUrl === undefined) return;
    const timeoutMs = Math.min(options.metricsIntervalMs * 5, LONGEST_READ_MS);
    const limits = { maxConnections: 1, timeoutMs, maxAnswerBytes: MAX_METRICS_BYTES };
    this.#metrics = createHttpClient({ baseUrl: metricsUrl, headers: {}, errorType: PolicyError, ...limits });
  }

  get name(): string {
    return this.engine.name;
  }

  get hasMetrics(): boolean {
    return this.#metrics !== undefined;
  }

  status(): ScheduledEngineStatus {
    const { name, running, capacityTokens } = this;
    return { name, running, suspended: this.#suspension !== undefined, capacityTokens };
  }

  /** Called when it gave a valid answer. */
  worked(): void {
    this.#failures = 0;
    this.#workedAt = performance.now();
  }

  /** @returns Whether it has answered a turn since a time. */
  hasWorkedSince(time: number): boolean {
    return this.#workedAt >= time;
  }

  /**
   * It failed: suspends it for a time that doubles with each failure.
   *
   * @param leastMs - The server's own wish.
   * @returns Whether it was not suspended already.
   */
  suspend(leastMs: number, onReturn: () => void): boolean {
    if (this.#suspension !== undefined) return false;
    const { delayMs, maxDelayMs } = this.options.retry;
    const ms = Math.min(maxDelayMs, Math.max(leastMs, delayMs * 2 ** this.#failures++));
    this.#suspension = setTimeout(() => {
      this.#suspension = undefined;
      onReturn();
    }, ms);
    return true;
  }

  /** Ends a session on the engine; an error of the engine is ignored. */
  endSession(sessionId: string): void {
    this.sessions.delete(sessionId);
    new Promise<void>((resolve) => resolve(this.engine.policy.endSession?.(sessionId))).catch(() => undefined);
  }

  /** @returns Its cache metrics; undefined if they cannot be read, or are still being read. */
  async observe(signal?: AbortSignal): Promise<ObservedCache | undefined> {
    if (this.#metrics === undefined || this.#isReading) return undefined;
    this.#isReading = true;
    const answer = await this.#metrics.send({ method: 'GET', path: '', signal }).catch(() => undefined);
    this.#isReading = false;
    if (answer?.status !== 200) return undefined;
    const { capacityTokens, usage } = readCacheMetrics(answer.body);
    this.capacityTokens = capacityTokens ?? this.capacityTokens;
    // Without a stream it is not known how much of the usage is ours.
    const isKnown = usage !== undefined && this.options.stream;
    return { capacityTokens, usedTokens: isKnown ? usage * this.capacityTokens : undefined };
  }

  /** Ends its sessions: it gets no more turns. */
  close(): void {
    clearTimeout(this.#suspension);
    this.#suspension = undefined;
    for (const sessionId of [...this.sessions]) this.endSession(sessionId);
    this.#metrics?.close();
  }
}
