import type { PolicyError } from '../../../base/index.js';
import type { ResolvedScheduledOptions } from '../scheduled-options.js';
import type { ScheduledRequest } from './dispatcher.js';
import type { FleetMember } from './fleet-member.js';
import type { FleetTurn, TurnAttempt } from './fleet-turn.js';
import { GroupPrompts } from './group-prompts.js';
import type { KvAwareDispatcher } from './kv-aware-dispatcher.js';

/** The turns that were asked for and not yet answered: notifies the dispatcher of those that wait, end and come back. */
export class FleetTurns {
  readonly #turns = new Map<ScheduledRequest, FleetTurn>();
  /** Sessions' turns that are under way. */
  readonly #busy = new Map<string, FleetTurn>();
  readonly #prompts = new GroupPrompts();

  /**
   * @param hasEngines - Whether there is an engine to wait for.
   * @param onChange - Called when the dispatcher may have new work to give out.
   */
  constructor(
    private readonly options: ResolvedScheduledOptions,
    private readonly dispatcher: KvAwareDispatcher<ScheduledRequest>,
    private readonly hasEngines: () => boolean,
    private readonly onChange: () => void,
  ) {}

  get size(): number {
    return this.#turns.size;
  }

  /** @returns The turn that the dispatcher knows by this request. */
  of(request: ScheduledRequest): FleetTurn {
    return this.#turns.get(request)!;
  }

  /** @returns The turn of a session that is under way. */
  ofSession(sessionId: string): FleetTurn | undefined {
    return this.#busy.get(sessionId);
  }

  /** @returns Tokens at the start of a session's first context that its group shares. */
  promptTokens(sessionId: string, tokens: Int32Array): number {
    return this.#prompts.sharedTokens(sessionId, tokens);
  }

  /** A session that has no turn under way is over. */
  sessionEnded(sessionId: string): void {
    this.#prompts.sessionEnded(sessionId);
    this.dispatcher.sessionEnded(sessionId);
  }

  /** @returns The turns that run on an engine. */
  on(member: FleetMember): FleetTurn[] {
    return [...this.#turns.values()].filter(({ running }) => running?.member === member);
  }

  add(turn: FleetTurn): void {
    this.#busy.set(turn.sessionId, turn);
    this.#turns.set(turn.request, turn);
    turn.wait(this.hasEngines());
    this.dispatcher.requestArrived(turn.request, performance.now());
    this.onChange();
  }

  /** Ends the turn of a session that was ended. A running one keeps its KV cache until the engine has stopped it. */
  endSession(turn: FleetTurn, error: Error): void {
    turn.isOver = true;
    turn.reject(error);
    if (turn.running === undefined) this.release(turn, error);
    else turn.running.controller.abort(error);
  }

  /** Removes a turn that no caller waits for and no engine works on. */
  release(turn: FleetTurn, reason: unknown): void {
    const { sessionId } = turn;
    if (this.#busy.get(sessionId) !== turn) return;
    this.#busy.delete(sessionId);
    this.#forget(turn, reason);
    if (turn.isOver || !turn.isNamed) this.sessionEnded(sessionId);
    this.onChange();
  }

  /** Removes a turn that its engine has answered, or refused for good. @param tokens - How many it generated. */
  ended(turn: FleetTurn, tokens: number): void {
    this.dispatcher.requestEnded(turn.request, tokens, performance.now());
    this.#turns.delete(turn.request);
    turn.stop(undefined);
  }

  /** Moves a turn away from an engine that broke or was removed. */
  moveOn(turn: FleetTurn, error: Error): void {
    if (turn.isOver) {
      this.release(turn, error);
      return;
    }
    turn.stop(error);
    const { request } = turn;
    try {
      if (turn.attempts > this.options.retry.retries) throw error;
      const again = turn.again();
      this.#turns.delete(request);
      this.dispatcher.requestReturned(request, again);
      this.#turns.set(again, turn);
      turn.wait(this.hasEngines());
    } catch (failure) {
      this.#forget(turn, failure);
      turn.reject(failure);
    }
  }

  /** Without engines no turn counts as waiting: its time limit runs, so that a step does not hang for ever. */
  updateWaiting(): void {
    for (const turn of this.#turns.values()) if (turn.running === undefined) turn.wait(this.hasEngines());
  }

  /** @returns Turns of which engines have reported nothing since a time, and where they run. */
  silentSince(time: number): { readonly turn: FleetTurn; readonly running: TurnAttempt }[] {
    return [...this.#turns.values()].flatMap((turn) => {
      const { running } = turn;
      return running === undefined || running.isQueued || running.reportedAt > time ? [] : [{ turn, running }];
    });
  }

  /** @param error - The error for callers. @param reason - The abort reason for engines. */
  rejectAll(error: PolicyError, reason: PolicyError): void {
    const turns = [...this.#turns.values()];
    for (const turn of turns) turn.reject(error);
    for (const turn of turns) this.#forget(turn, reason);
  }

  /** Stops a turn that no caller waits for, and tells the dispatcher. */
  #forget(turn: FleetTurn, reason: unknown): void {
    turn.stop(reason);
    if (this.#turns.delete(turn.request)) this.dispatcher.requestCancelled(turn.request);
  }
}
