import {
  ExternalError,
  PolicyError,
  type GenerateOptions,
  type GenerateRequest,
  type Generation,
} from '../../../base/index.js';
import { checkedGeneration } from '../../../base/internal/index.js';
import { giveUpOnAbort } from '../../../io/index.js';
import type { ResolvedScheduledOptions, ScheduledEngine, ScheduledPolicyStatus } from '../scheduled-options.js';
import type { ScheduledRequest } from './dispatcher.js';
import { areTokens, notTokens } from './engine-answers.js';
import { FleetMember } from './fleet-member.js';
import { FleetTurn, type TurnAttempt } from './fleet-turn.js';
import { KvAwareDispatcher } from './kv-aware-dispatcher.js';
import type { EngineOccupancy } from './occupancy-log.js';

const CLOSED = 'the scheduled policy is closed';

/** Engines and the turns on them: does what the dispatcher decides, and tells it what came of it. */
export class EngineFleet {
  readonly #options: ResolvedScheduledOptions;
  readonly #dispatcher: KvAwareDispatcher<ScheduledRequest>;
  readonly #members = new Map<string, FleetMember<FleetTurn>>();
  readonly #turns = new Map<ScheduledRequest, FleetTurn>();
  /** Sessions' turns that are under way. */
  readonly #busy = new Map<string, FleetTurn>();
  #unnamed = 0;
  /** When anything was first asked for. */
  #begunAt: number | undefined;
  #isDue = false;
  #isClosed = false;
  #watch: ReturnType<typeof setInterval> | undefined;
  #metricsTimer: ReturnType<typeof setInterval> | undefined;
  /** Ends the reads that the timer began. */
  #metricsReads: AbortController | undefined;

  constructor(options: ResolvedScheduledOptions) {
    this.#options = options;
    const { groupDeadlineMs = Infinity } = options;
    this.#dispatcher = new KvAwareDispatcher({ ...options, groupDeadlineMs });
  }

  add(engine: ScheduledEngine): void {
    const { name, curve = this.#options.curve } = engine;
    if (this.#isClosed) throw new PolicyError(CLOSED);
    if (this.#members.has(name)) throw new RangeError(`engine.name: expected one that is not taken, got ${name}`);
    const member = new FleetMember<FleetTurn>(engine, this.#options);
    this.#members.set(name, member);
    this.#dispatcher.engineJoined(name, curve);
    this.#tellWaiting();
    if (member.hasMetrics) void this.#admitOnceRead(member);
    this.#due();
  }

  remove(name: string): void {
    const member = this.#members.get(name);
    if (member === undefined) return;
    this.#members.delete(name);
    this.#dispatcher.engineLeft(name);
    for (const turn of [...member.running])
      if (turn.running?.member === member)
        this.#moveOn(turn, new PolicyError(`engine ${name} was removed`, { retryable: true }));
    member.close();
    this.#tellWaiting();
    this.#due();
  }

  async generate(request: GenerateRequest, call: GenerateOptions): Promise<Generation> {
    call.signal?.throwIfAborted();
    if (this.#isClosed) throw new PolicyError(CLOSED);
    const named = request.sessionId !== undefined && !this.#busy.has(request.sessionId);
    const sessionId = named ? request.sessionId : `unnamed ${this.#unnamed++}/`;
    const turn = new FleetTurn(sessionId, request, call, this.#options);
    this.#begunAt ??= performance.now();
    this.#busy.set(sessionId, turn);
    this.#turns.set(turn.asked, turn);
    turn.wait(this.#members.size > 0);
    this.#dispatcher.requestArrived(turn.asked, performance.now());
    this.#due();
    try {
      return await giveUpOnAbort(turn.answer, call.signal);
    } finally {
      if (!turn.isOver) this.#release(turn, call.signal?.reason);
    }
  }

  endSession(sessionId: string): void {
    const turn = this.#busy.get(sessionId);
    if (turn === undefined) this.#dispatcher.sessionEnded(sessionId);
    else this.#endTurn(turn, new PolicyError(`session ${sessionId} was ended`));
    if (this.#isClosed) return;
    for (const member of this.#members.values()) member.endSession(sessionId);
    this.#due();
  }

  status(): ScheduledPolicyStatus {
    const { waiting, sessions } = this.#dispatcher;
    return { engines: [...this.#members.values()].map((member) => member.status()), waiting, sessions };
  }

  occupancy(): readonly EngineOccupancy[] {
    const timeMs = this.#sinceBegin();
    return [...this.#members.values()].map(({ log, name, capacityTokens }) =>
      log.occupancy(name, capacityTokens, timeMs),
    );
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const turn of [...this.#turns.values()]) turn.reject(new PolicyError('the scheduled policy was closed'));
    for (const turn of [...this.#turns.values()]) this.#forget(turn, new PolicyError('closed'));
    // What they held can be asked for afterwards.
    this.#logOccupancy();
    const members = [...this.#members.values()];
    for (const member of members) member.close();
    this.#keepTimers();
    await Promise.allSettled(members.map(async ({ engine }) => engine.policy.close?.()));
  }

  /** Its session is ended. What runs keeps its room until the engine has stopped it. */
  #endTurn(turn: FleetTurn, error: Error): void {
    turn.isOver = true;
    turn.reject(error);
    if (turn.running === undefined) this.#release(turn, error);
    else turn.running.controller.abort(error);
  }

  /** Nobody waits for a turn any more, nor does an engine work on it. */
  #release(turn: FleetTurn, reason: unknown): void {
    const { sessionId } = turn;
    if (this.#busy.get(sessionId) !== turn) return;
    this.#busy.delete(sessionId);
    this.#forget(turn, reason);
    if (turn.isOver || !turn.isNamed) this.#dispatcher.sessionEnded(sessionId);
    this.#due();
  }

  /** Turns arrive by the thousand in one go: the dispatcher is asked once. */
  #due(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (this.#isClosed) return;
      this.#admit();
      this.#logOccupancy();
      this.#keepTimers();
    });
  }

  /** All begin before the first engine is asked, which may remove another or close the policy. */
  #admit(): void {
    const begun = this.#dispatcher.admissions(performance.now()).map(({ request, engine }) => {
      const turn = this.#turns.get(request)!;
      return { turn, attempt: turn.begin(this.#members.get(engine)!) };
    });
    for (const { turn, attempt } of begun) void this.#send(turn, attempt);
  }

  #sinceBegin(): number {
    return this.#begunAt === undefined ? 0 : performance.now() - this.#begunAt;
  }

  #logOccupancy(): void {
    if (this.#begunAt === undefined) return;
    const timeMs = this.#sinceBegin();
    for (const { name, log } of this.#members.values()) log.add(timeMs, this.#dispatcher.stateOf(name)!);
  }

  async #send(turn: FleetTurn, attempt: TurnAttempt): Promise<void> {
    if (turn.running !== attempt) return;
    const { partial, call } = turn;
    const { member, controller } = attempt;
    const { signal } = controller;
    const kept = partial.length;
    const request = partial.rest();
    try {
      const listening = this.#options.stream || call.onTokens !== undefined;
      const onTokens: GenerateOptions['onTokens'] = (tokens, logprobs) => {
        if (areTokens(tokens, logprobs)) turn.hear(attempt, tokens, logprobs);
        else if (turn.running === attempt) this.#broke(turn, member, notTokens(member.name));
      };
      const onWait = (waiting: boolean): void => turn.queued(attempt, waiting);
      const { textOf } = call;
      const asked = member.engine.policy.generate(request, { signal, onWait, textOf, ...(listening && { onTokens }) });
      const whole = partial.joined(kept, checkedGeneration(await asked, request));
      if (turn.running !== attempt) return;
      member.worked();
      this.#ended(turn, whole.tokens.length - kept);
      turn.resolve(whole);
    } catch (error) {
      if (turn.running !== attempt || call.signal?.aborted === true) return;
      if (!(error instanceof ExternalError) || !error.retryable) {
        this.#ended(turn, 0);
        turn.reject(error);
      } else {
        this.#broke(turn, member, error);
      }
    } finally {
      if (turn.isOver) this.#release(turn, undefined);
      this.#due();
    }
  }

  #ended(turn: FleetTurn, tokens: number): void {
    this.#dispatcher.requestEnded(turn.asked, tokens, performance.now());
    this.#turns.delete(turn.asked);
    turn.stop(undefined);
  }

  #broke(turn: FleetTurn, member: FleetMember<FleetTurn>, error: Error): void {
    this.#leaveAlone(member);
    this.#moveOn(turn, error);
  }

  /** Its engine is of no use to it any more. */
  #moveOn(turn: FleetTurn, error: Error): void {
    if (turn.isOver) {
      this.#release(turn, error);
      return;
    }
    turn.stop(error);
    const { asked } = turn;
    try {
      if (turn.attempts > this.#options.retry.retries) throw error;
      const again = turn.again();
      this.#turns.delete(asked);
      this.#dispatcher.requestReturned(asked, again);
      this.#turns.set(again, turn);
      turn.wait(this.#members.size > 0);
    } catch (failure) {
      this.#forget(turn, failure);
      turn.reject(failure);
    }
  }

  /** Without engines there is no queue: a turn's time runs then, so that a step does not hang for ever. */
  #tellWaiting(): void {
    for (const turn of this.#turns.values()) if (turn.running === undefined) turn.wait(this.#members.size > 0);
  }

  /** The caller is gone, or was answered. */
  #forget(turn: FleetTurn, reason: unknown): void {
    turn.stop(reason);
    if (this.#turns.delete(turn.asked)) this.#dispatcher.requestCancelled(turn.asked);
  }

  #leaveAlone(member: FleetMember<FleetTurn>): void {
    const { name } = member;
    if (this.#members.get(name) !== member) return;
    const isNew = member.leaveAlone(() => {
      this.#dispatcher.engineSuspended(name, false);
      this.#due();
    });
    if (isNew) this.#dispatcher.engineSuspended(name, true);
  }

  /** Timers run only while something is under way. */
  #keepTimers(): void {
    if (this.#turns.size === 0) {
      clearInterval(this.#watch);
      clearInterval(this.#metricsTimer);
      this.#metricsReads?.abort();
      this.#watch = this.#metricsTimer = this.#metricsReads = undefined;
      return;
    }
    this.#watch ??= setInterval(() => this.#moveStalled(), Math.max(1, this.#options.stallMs / 4));
    if (this.#metricsTimer !== undefined || ![...this.#members.values()].some(({ hasMetrics }) => hasMetrics)) return;
    const { signal } = (this.#metricsReads = new AbortController());
    void this.#readMetrics(signal);
    this.#metricsTimer = setInterval(() => void this.#readMetrics(signal), this.#options.metricsIntervalMs);
  }

  #moveStalled(): void {
    const since = performance.now() - this.#options.stallMs;
    for (const turn of [...this.#turns.values()]) {
      const { running } = turn;
      if (running === undefined || running.isQueued || running.heardAt > since) continue;
      const said = `engine ${running.member.name} said nothing for ${this.#options.stallMs} ms`;
      this.#broke(turn, running.member, new PolicyError(said, { retryable: true }));
    }
    this.#due();
  }

  /** It gets no request before its metrics were read, or could not be: a whole step may come in one go. */
  async #admitOnceRead(member: FleetMember<FleetTurn>): Promise<void> {
    this.#dispatcher.engineSuspended(member.name, true);
    await this.#observe(member);
    if (this.#members.get(member.name) !== member) return;
    this.#dispatcher.engineSuspended(member.name, false);
    this.#due();
  }

  async #readMetrics(signal: AbortSignal): Promise<void> {
    await Promise.all([...this.#members.values()].map((member) => this.#observe(member, signal)));
    this.#due();
  }

  async #observe(member: FleetMember<FleetTurn>, signal?: AbortSignal): Promise<void> {
    const cache = await member.observe(signal);
    if (cache === undefined || this.#members.get(member.name) !== member) return;
    this.#dispatcher.engineObserved(member.name, cache);
  }
}
