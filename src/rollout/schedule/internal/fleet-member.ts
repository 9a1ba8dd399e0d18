import { PolicyError } from '../../../base/index.js';
import { createHttpClient, type HttpClient } from '../../../io/index.js';
import type { ResolvedScheduledOptions, ScheduledEngine, ScheduledEngineStatus } from '../scheduled-options.js';
import type { ObservedCache } from './engine-load.js';
import { readCacheMetrics } from './engine-metrics.js';
import { OccupancyLog } from './occupancy-log.js';

/** How long an engine's metrics are waited for; its first requests wait as long. */
const LONGEST_READ_MS = 5000;

/** Of a page of metrics; one of a server has some hundred kilobytes. */
const MAX_METRICS_BYTES = 1 << 22;

/** One engine of a fleet: which turns run there, whether it is left alone, and what it says of its cache. */
export class FleetMember<T> {
  readonly running = new Set<T>();
  /** What it held since the first request. */
  readonly log = new OccupancyLog();
  readonly #metrics: HttpClient | undefined;
  /** Sessions that had a turn here and were not ended. */
  readonly #sessions = new Set<string>();
  /** Its metrics are being read. */
  #isReading = false;
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
    const timeoutMs = Math.min(options.metricsIntervalMs * 5, LONGEST_READ_MS);
    const limits = { maxConnections: 1, timeoutMs, maxAnswerBytes: MAX_METRICS_BYTES };
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

  /** A session's turn begins here. */
  joined(sessionId: string): void {
    this.#sessions.add(sessionId);
  }

  /** What the engine makes of it changes nothing. */
  endSession(sessionId: string): void {
    this.#sessions.delete(sessionId);
    new Promise<void>((resolve) => resolve(this.engine.policy.endSession?.(sessionId))).catch(() => undefined);
  }

  /** @returns What its metrics say; undefined where they cannot be read, or still are: it is then judged by what was sent to it. */
  async observe(signal?: AbortSignal): Promise<ObservedCache | undefined> {
    if (this.#metrics === undefined || this.#isReading) return undefined;
    this.#isReading = true;
    const answer = await this.#metrics.send({ method: 'GET', path: '', signal }).catch(() => undefined);
    this.#isReading = false;
    if (answer?.status !== 200) return undefined;
    const { capacityTokens, usage } = readCacheMetrics(answer.body);
    this.#capacityTokens = capacityTokens ?? this.#capacityTokens;
    // Without a stream it is not known how much of it is ours.
    const isKnown = usage !== undefined && this.options.stream;
    return { capacityTokens, usedTokens: isKnown ? usage * this.#capacityTokens : undefined };
  }

  /** It gets no more turns: its sessions are over as far as it is concerned. */
  close(): void {
    clearTimeout(this.#rest);
    this.#rest = undefined;
    for (const sessionId of [...this.#sessions]) this.endSession(sessionId);
    this.#metrics?.close();
  }
}
