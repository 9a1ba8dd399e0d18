import type { ResolvedScheduledOptions, ScheduledEngine } from '../scheduled-options.js';
import type { ScheduledRequest } from './dispatcher.js';
import { FleetMember } from './fleet-member.js';
import type { KvAwareDispatcher } from './kv-aware-dispatcher.js';

/** The engines of a fleet: notifies the dispatcher of those that join, leave or are suspended, and of their metrics. */
export class FleetMembers {
  readonly #members = new Map<string, FleetMember>();
  #metricsTimer: ReturnType<typeof setInterval> | undefined;
  /** Ends the reads that the timer began. */
  #metricsReads: AbortController | undefined;

  /** @param onChange - Called when the dispatcher may have new work to give out. */
  constructor(
    private readonly options: ResolvedScheduledOptions,
    private readonly dispatcher: KvAwareDispatcher<ScheduledRequest>,
    private readonly onChange: () => void,
  ) {}

  get all(): FleetMember[] {
    return [...this.#members.values()];
  }

  get size(): number {
    return this.#members.size;
  }

  get(name: string): FleetMember | undefined {
    return this.#members.get(name);
  }

  /**
   * Engines that are added together begin together: where one has metrics, once all have been read or could not be. A whole step may come in one go.
   *
   * @throws RangeError where there is one of its name.
   */
  add(engines: readonly ScheduledEngine[]): void {
    const added = engines.map((engine) => {
      const { name, curve = this.options.curve } = engine;
      if (this.#members.has(name))
        throw new RangeError(`engine.name: expected a new name, got ${name}, the name of another engine`);
      const member = new FleetMember(engine, this.options);
      this.#members.set(name, member);
      this.dispatcher.engineJoined(name, curve);
      return member;
    });
    if (added.some(({ hasMetrics }) => hasMetrics)) void this.#openOnceRead(added);
  }

  /** The caller closes it. */
  remove(name: string): void {
    this.#members.delete(name);
    this.dispatcher.engineLeft(name);
  }

  /** Suspends an engine that failed. @param leastMs - For so long at least. */
  suspend(member: FleetMember, leastMs = 0): void {
    if (!this.#has(member)) return;
    const isNew = member.suspend(leastMs, () => {
      this.dispatcher.engineSuspended(member.name, false);
      this.onChange();
    });
    if (isNew) this.dispatcher.engineSuspended(member.name, true);
  }

  /** Records how full the KV cache of each is now. */
  logOccupancy(timeMs: number): void {
    for (const { name, log } of this.#members.values()) log.add(timeMs, this.dispatcher.stateOf(name)!);
  }

  /** Reads the metrics of engines that have them, every `metricsIntervalMs`. */
  keepReading(): void {
    if (this.#metricsTimer !== undefined || !this.all.some(({ hasMetrics }) => hasMetrics)) return;
    const { signal } = (this.#metricsReads = new AbortController());
    const read = async (): Promise<void> => {
      await Promise.all(this.all.map((member) => this.#observe(member, signal)));
      this.onChange();
    };
    void read();
    this.#metricsTimer = setInterval(() => void read(), this.options.metricsIntervalMs);
  }

  stopReading(): void {
    clearInterval(this.#metricsTimer);
    this.#metricsReads?.abort();
    this.#metricsTimer = this.#metricsReads = undefined;
  }

  /** Closes the engines' policies too. */
  async close(): Promise<void> {
    const { all } = this;
    for (const member of all) member.close();
    await Promise.allSettled(all.map(async ({ engine }) => engine.policy.close?.()));
  }

  #has(member: FleetMember): boolean {
    return this.#members.get(member.name) === member;
  }

  async #openOnceRead(members: readonly FleetMember[]): Promise<void> {
    for (const { name } of members) this.dispatcher.engineSuspended(name, true);
    await Promise.all(members.map((member) => this.#observe(member)));
    for (const member of members) if (this.#has(member)) this.dispatcher.engineSuspended(member.name, false);
    this.onChange();
  }

  async #observe(member: FleetMember, signal?: AbortSignal): Promise<void> {
    const cache = await member.observe(signal);
    if (cache !== undefined && this.#has(member)) this.dispatcher.engineObserved(member.name, cache);
  }
}
