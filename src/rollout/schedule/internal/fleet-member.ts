import { PolicyError } from '../../../base/index.js';
import { createHttpClient, type HttpClient } from '../../../io/index.js';
import type { ResolvedScheduledOptions, ScheduledEngine, ScheduledEngineStatus } from '../scheduled-options.js';
import type { ObservedCache } from './engine-load.js';
import { readCacheMetrics } from './engine-metrics.js';
import { OccupancyLog } from './occupancy-log.js';

/** How long an engine's metrics are waited for; its first requests wait as long. */
const LONGEST_READ_MS = 5000;

/** One engine of a fleet: which turns run there, whether it is left alone, and what it says of its cache. */
export class FleetMember<T> {
  readonly running = new Set<T>();
  /** What it held since the first request. */
  readonly log = new OccupancyLog();
  readonly #metrics: HttpClient | undefined;
  #capacityTokens: number;
  #failures = 0;
  /** Until when it is left alone. */
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly engine: ScheduledEngine,
    readonly options: ResolvedScheduledOptions,
  ) {
    const { metricsUrl, curve = options.curve } = engine;
    this.#capacityTokens = curve.capacityTokens;
    if (metricsUrl === undefined) return;
    const limits = { maxConnections: 1, timeoutMs: Math.min(options.metricsIntervalMs * 5, LONGEST_READ_MS) };
    this.#metrics = createHttpClient({ baseUrl: metricsUrl, headers: {}, errorType: PolicyError, ...limits });
  }

  get name(): string {
    return this.engine.name;
  }

  get capacityTokens(): number {
    return this.#capacityTokens;
  }

  get hasMetrics(): boolean {
    return this.#metrics !== undefined;
  }

  status(): ScheduledEngineStatus {
    const { name, running, capacityTokens } = this;
    return { name, running: running.size, suspended: this.#rest !== undefined, capacityTokens };
  }

  /** It answered as it should. */
  worked(): void {
    this.#failures = 0;
  }

  /** It broke, and is left alone for a while that doubles each time. @returns Whether it was not already. */
  leaveAlone(onReturn: () => void): boolean {
    if (this.#rest !== undefined) return false;
    const { delayMs, maxDelayMs } = this.options.retry;
    this.#rest = setTimeout(
      () => {
        this.#rest = undefined;
        onReturn();
      },
      Math.min(maxDelayMs, delayMs * 2 ** this.#failures++),
    );
    return true;
  }

  /** @returns What its metrics say; undefined where they cannot be read: it is then judged by what was sent to it. */
  async observe(): Promise<ObservedCache | undefined> {
    const answer = await this.#metrics?.send({ method: 'GET', path: '' }).catch(() => undefined);
    if (answer?.status !== 200) return undefined;
    const { capacityTokens, usage } = readCacheMetrics(answer.body);
    this.#capacityTokens = capacityTokens ?? this.#capacityTokens;
    // Without a stream it is not known how much of it is ours.
    const isKnown = usage !== undefined && this.options.stream;
    return { capacityTokens, usedTokens: isKnown ? usage * this.#capacityTokens : undefined };
  }

  close(): void {
    clearTimeout(this.#rest);
    this.#rest = undefined;
    this.#metrics?.close();
  }
}
