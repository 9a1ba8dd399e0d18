import {
  ExternalError,
  PolicyError,
  type GenerateOptions,
  type GenerateRequest,
  type Generation,
  type PolicyCapabilities,
} from '../../../base/index.js';
import { checkedGeneration } from '../../../base/internal/index.js';
import { giveUpOnAbort } from '../../../io/index.js';
import type { ResolvedScheduledOptions, ScheduledEngine, ScheduledPolicyStatus } from '../scheduled-options.js';
import type { ScheduledRequest } from './dispatcher.js';
import type { FleetMember } from './fleet-member.js';
import { FleetMembers } from './fleet-members.js';
import { FleetTurn, type TurnAttempt } from './fleet-turn.js';
import { FleetTurns } from './fleet-turns.js';
import { KvAwareDispatcher } from './kv-aware-dispatcher.js';
import type { EngineOccupancy } from './occupancy-log.js';

/** An engine that answered any other turn in so long is not suspended because one turn failed, in milliseconds. */
const LIVELY_MS = 1000;

const CLOSED = 'the scheduled policy is closed';

/** Engines and the turns on them: carries out what the dispatcher decides. */
export class EngineFleet {
  readonly #dispatcher: KvAwareDispatcher<ScheduledRequest>;
  readonly #members: FleetMembers;
  readonly #turns: FleetTurns;
  #unnamed = 0;
  /** When the first turn was asked for. */
  #begunAt: number | undefined;
  #isDue = false;
  #isClosed = false;
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly options: ResolvedScheduledOptions) {
    const { groupDeadlineMs = Infinity } = options;
    this.#dispatcher = new KvAwareDispatcher({ ...options, groupDeadlineMs });
    const onChange = (): void => this.#due();
    this.#members = new FleetMembers(options, this.#dispatcher, onChange);
    this.#turns = new FleetTurns(options, this.#dispatcher, () => this.#members.size > 0, onChange);
  }

  add(engines: readonly ScheduledEngine[]): void {
    if (this.#isClosed) throw new PolicyError(CLOSED);
    this.#members.add(engines);
    this.#turns.updateWaiting();
    this.#due();
  }

  remove(name: string): void {
    const member = this.#members.get(name);
    if (member === undefined) return;
    this.#members.remove(name);
    for (const turn of this.#turns.on(member))
      if (turn.running?.member === member)
        this.#turns.moveOn(turn, new PolicyError(`engine ${name} was removed`, { retryable: true }));
    member.close();
    this.#turns.updateWaiting();
    this.#due();
  }

  async generate(request: GenerateRequest, call: GenerateOptions): Promise<Generation> {
    call.signal?.throwIfAborted();
    if (this.#isClosed) throw new PolicyError(CLOSED);
    const named = request.sessionId !== undefined && this.#turns.ofSession(request.sessionId) === undefined;
    const sessionId = named ? request.sessionId : `unnamed ${this.#unnamed++}/`;
    const turn = new FleetTurn(sessionId, request, call, () => this.#turns.promptTokens(sessionId, request.tokens));
    this.#begunAt ??= performance.now();
    this.#turns.add(turn);
    try {
      return await giveUpOnAbort(turn.answer, call.signal);
    } finally {
      if (!turn.isOver) this.#turns.release(turn, call.signal?.reason);
    }
  }

  endSession(sessionId: string): void {
    const turn = this.#turns.ofSession(sessionId);
    if (turn === undefined) this.#turns.sessionEnded(sessionId);
    else this.#turns.endSession(turn, new PolicyError(`session ${sessionId} was ended`));
    if (this.#isClosed) return;
    for (const member of this.#members.all) member.endSession(sessionId);
    this.#due();
  }

  /** What all its engines can. */
  get capabilities(): PolicyCapabilities {
    const engines = this.#members.all.map(({ engine }) => engine.policy.capabilities);
    const can = (name: keyof PolicyCapabilities) => engines.length > 0 && engines.every((one) => one?.[name] === true);
    return { stopTexts: can('stopTexts'), forms: can('forms') };
  }

  status(): ScheduledPolicyStatus {
    const { waiting, sessions } = this.#dispatcher;
    return { engines: this.#members.all.map((member) => member.status()), waiting, sessions };
  }

  occupancy(): readonly EngineOccupancy[] {
    const now = this.#sinceBegin();
    return this.#members.all.map(({ log, name, capacityTokens }) => log.occupancy(name, capacityTokens, now));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#turns.rejectAll(new PolicyError('the scheduled policy was closed'), new PolicyError('closed'));
    // `occupancy` can be read after close.
    this.#logOccupancy();
    this.#keepTimers();
    await this.#members.close();
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
      const turn = this.#turns.of(request);
      return { turn, attempt: turn.begin(this.#members.get(engine)!) };
    });
    for (const { turn, attempt } of begun) void this.#send(turn, attempt);
  }

  #sinceBegin(): number {
    return this.#begunAt === undefined ? 0 : performance.now() - this.#begunAt;
  }

  #logOccupancy(): void {
    if (this.#begunAt !== undefined) this.#members.logOccupancy(this.#sinceBegin());
  }

  async #send(turn: FleetTurn, attempt: TurnAttempt): Promise<void> {
    if (turn.running !== attempt) return;
    const { partial, call } = turn;
    const { member, controller } = attempt;
    const { signal } = controller;
    const kept = partial.length;
    const request = partial.rest();
    try {
      const listening = this.options.stream || call.onTokens !== undefined;
      const onTokens: GenerateOptions['onTokens'] = (...drawn) => {
        if (areTokens(...drawn)) turn.addTokens(attempt, ...drawn);
        else if (turn.running === attempt) this.#failed(turn, member, `engine ${member.name}: ${NOT_TOKENS}`);
      };
      const onWait = (waiting: boolean): void => turn.queued(attempt, waiting);
      const { textOf, decode } = call;
      const options = { signal, onWait, textOf, decode, ...(listening && { onTokens }) };
      const asked = member.engine.policy.generate(request, options);
      const whole = partial.joined(kept, checkedGeneration(await asked, request));
      if (turn.running !== attempt) return;
      member.worked();
      this.#turns.ended(turn, whole.tokens.length - kept);
      turn.resolve(whole);
    } catch (error) {
      if (turn.running !== attempt || turn.isOver || call.signal?.aborted === true) return;
      if (error instanceof ExternalError && (error.retryable || this.#mayAskAnother(turn, member))) {
        this.#failed(turn, member, error);
      } else {
        this.#turns.ended(turn, 0);
        turn.reject(error);
      }
    } finally {
      if (turn.isOver) this.#turns.release(turn, undefined);
      this.#due();
    }
  }

  /** A refusal is the answer once all engines have refused. */
  #mayAskAnother(turn: FleetTurn, member: FleetMember): boolean {
    return this.#members.all.some((one) => one !== member && !turn.hasFailedOn(one.name));
  }

  /** The turn goes elsewhere. Its engine is suspended where it asks for that, or answers no other turn either. */
  #failed(turn: FleetTurn, member: FleetMember, reason: Error | string): void {
    const error = typeof reason === 'string' ? new PolicyError(reason, { retryable: true }) : reason;
    const retryAfterMs = error instanceof ExternalError ? error.retryAfterMs : undefined;
    turn.failedOn(member.name);
    if (retryAfterMs !== undefined || !this.#answersOthers(turn, member)) this.#members.suspend(member, retryAfterMs);
    this.#turns.moveOn(turn, error);
  }

  #answersOthers(turn: FleetTurn, member: FleetMember): boolean {
    const since = performance.now() - LIVELY_MS;
    const others = this.#turns.on(member).filter((one) => one !== turn);
    return member.hasWorkedSince(since) || others.some(({ running }) => running!.tokensAt >= since);
  }

  /** Timers run only while something is under way. */
  #keepTimers(): void {
    if (this.#turns.size === 0) {
      clearInterval(this.#watch);
      this.#watch = undefined;
      this.#members.stopReading();
      return;
    }
    // Cache that was kept for a tool call may be given to those that wait when it takes too long.
    this.#watch ??= setInterval(() => this.#moveStalled(), Math.max(1, Math.min(WATCH_MS, this.options.stallMs / 4)));
    this.#members.keepReading();
  }

  #moveStalled(): void {
    const since = performance.now() - this.options.stallMs;
    for (const { turn, running } of this.#turns.silentSince(since)) {
      if (turn.running !== running) continue;
      const { member } = running;
      this.#failed(turn, member, `engine ${member.name} sent nothing for ${this.options.stallMs} ms`);
    }
    this.#due();
  }
}

/** How often waiting turns and silent engines are looked at, at least, in milliseconds. */
const WATCH_MS = 1000;

const NOT_TOKENS =
  'expected onTokens to be called with tokens (Int32Array), and optionally logprobs (Float32Array) and a version (string)';

/** An engine in plain JavaScript may pass anything. @returns Whether it is what `onTokens` takes. */
function areTokens(tokens: unknown, logprobs?: unknown, version?: unknown): boolean {
  const areLogprobs = logprobs === undefined || logprobs instanceof Float32Array;
  return tokens instanceof Int32Array && areLogprobs && (version === undefined || typeof version === 'string');
}
