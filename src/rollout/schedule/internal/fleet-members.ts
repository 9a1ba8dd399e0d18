import type { ResolvedScheduledOptions, ScheduledEngine, ScheduledEngineStatus } from '../scheduled-options.js';
import type { ScheduledRequest } from './dispatcher.js';
import { FleetMember } from './fleet-member.js';
import type { KvAwareDispatcher } from './kv-aware-dispatcher.js';
import type { EngineOccupancy } from './occupancy-log.js';

/** The engines of a fleet: notifies the dispatcher of those that join, leave or are suspended, and of their metrics. */
export class FleetMembers<T> {
  readonly #options: ResolvedScheduledOptions;
  readonly #dispatcher: KvAwareDispatcher<ScheduledRequest>;
  /** Called when the dispatcher may have new work to give out. */
  readonly #onChange: () => void;
  readonly #members = new Map<string, FleetMember<T>>();
  #metricsTimer: ReturnType<typeof setInterval> | undefined;
  /** Ends the reads that the timer began. */
  #metricsReads: AbortController | undefined;

  constructor(
    options: ResolvedScheduledOptions,
    dispatcher: KvAwareDispatcher<ScheduledRequest>,
    onChange: () => void,
  ) {
    this.#options = options;
    this.#dispatcher = dispatcher;
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#members.size;
  }

  get(name: string): FleetMember<T> | undefined {
    return this.#members.get(name);
  }

  /** @throws RangeError where there is one of its name. */
  add(engine: ScheduledEngine): void {
    const { name, curve = this.#options.curve } = engine;
    if (this.#members.has(name)) throw new RangeError(`engine.name: expected one that is not taken, got ${name}`);
    const member = new FleetMember<T>(engine, this.#options);
    this.#members.set(name, member);
    this.#dispatcher.engineJoined(name, curve);
    if (member.hasMetrics) void this.#admitOnceRead(member);
  }

  /** @returns What was removed; it is the caller's to close. */
  remove(name: string): FleetMember<T> | undefined {
    const member = this.#members.get(name);
    if (member === undefined) return undefined;
    this.#members.delete(name);
    this.#dispatcher.engineLeft(name);
    return member;
  }

  /** Suspends an engine that broke for a while. */
  leaveAlone(member: FleetMember<T>): void {
    const { name } = member;
    if (!this.#has(member)) return;
    const isNew = member.leaveAlone(() => {
      this.#dispatcher.engineSuspended(name, false);
      this.#onChange();
    });
    if (isNew) this.#dispatcher.engineSuspended(name, true);
  }

  endSession(sessionId: string): void {
    for (const member of this.#members.values()) member.endSession(sessionId);
  }

  status(): ScheduledEngineStatus[] {
    return [...this.#members.values()].map((member) => member.status());
  }

  occupancy(timeMs: number): readonly EngineOccupancy[] {
    return [...this.#members.values()].map(({ log, name, capacityTokens }) =>
      log.occupancy(name, capacityTokens, timeMs),
    );
  }

  /** Records how full the KV cache of each is now. */
  logOccupancy(timeMs: number): void {
    for (const { name, log } of this.#members.values()) log.add(timeMs, this.#dispatcher.stateOf(name)!);
  }

  /** Reads the metrics of engines that have them, every `metricsIntervalMs`. */
  keepReading(): void {
    if (this.#metricsTimer !== undefined || ![...this.#members.values()].some(({ hasMetrics }) => hasMetrics)) return;
    const { signal } = (this.#metricsReads = new AbortController());
    void this.#readMetrics(signal);
    this.#metricsTimer = setInterval(() => void this.#readMetrics(signal), this.#options.metricsIntervalMs);
  }

  stopReading(): void {
    clearInterval(this.#metricsTimer);
    this.#metricsReads?.abort();
    this.#metricsTimer = this.#metricsReads = undefined;
  }

  /** Closes the engines' policies too. */
  async close(): Promise<void> {
    const members = [...this.#members.values()];
    for (const member of members) member.close();
    await Promise.allSettled(members.map(async ({ engine }) => engine.policy.close?.()));
  }

  #has(member: FleetMember<T>): boolean {
    return this.#members.get(member.name) === member;
  }

  /** Suspends a new engine until its metrics were read, or could not be: a whole step may come in one go. */
  async #admitOnceRead(member: FleetMember<T>): Promise<void> {
    this.#dispatcher.engineSuspended(member.name, true);
    await this.#observe(member);
    if (!this.#has(member)) return;
    this.#dispatcher.engineSuspended(member.name, false);
    this.#onChange();
  }

  async #readMetrics(signal: AbortSignal): Promise<void> {
    await Promise.all([...this.#members.values()].map((member) => this.#observe(member, signal)));
    this.#onChange();
  }

  async #observe(member: FleetMember<T>, signal?: AbortSignal): Promise<void> {
    const cache = await member.observe(signal);
    if (cache !== undefined && this.#has(member)) this.#dispatcher.engineObserved(member.name, cache);
  }
}
