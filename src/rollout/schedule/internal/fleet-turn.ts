import type { GenerateOptions, GenerateRequest, Generation } from '../../../base/index.js';
import { parseOptions } from '../../../base/internal/index.js';
import { followSignal, type FollowingController } from '../../../io/index.js';
import { requestTokensSchema } from '../scheduled-options.js';
import type { ScheduledRequest } from './dispatcher.js';
import type { FleetMember } from './fleet-member.js';
import { groupOfSession } from './group-prompts.js';
import { PartialTurn } from './partial-turn.js';

/** A turn on one engine; aborting its controller ends the turn there. */
export interface TurnAttempt {
  readonly member: FleetMember;
  readonly controller: FollowingController;
  /** When the engine last reported something of it. */
  reportedAt: number;
  /** When it last generated tokens there; -Infinity before. */
  tokensAt: number;
  /** It waits in a queue of the engine's own, such as one for a connection. */
  isQueued: boolean;
}

/** A caller's turn, over all engines that it goes to. */
export class FleetTurn {
  readonly partial: PartialTurn;
  /** The dispatcher's name for it: a new request for each attempt. */
  request: ScheduledRequest;
  attempts = 0;
  readonly promptTokens: number;
  /** Names of the engines that failed or refused it. */
  readonly #failedOn = new Set<string>();
  /** Its session was ended: its answer is not used, even where it still runs. */
  isOver = false;
  /** Where it runs. */
  running: TurnAttempt | undefined;
  #waits = false;
  /** Tokens that the caller has received. */
  #emitted = 0;
  readonly answer: Promise<Generation>;
  resolve!: (generation: Generation) => void;
  reject!: (error: unknown) => void;

  /**
   * @param promptTokens - Counts the tokens at the start of its session's context that its group shares; called for a valid request.
   * @throws TypeError, RangeError where `maxTokens` is no number of tokens.
   */
  constructor(
    readonly sessionId: string,
    request: GenerateRequest,
    readonly call: GenerateOptions,
    promptTokens: () => number,
  ) {
    parseOptions(requestTokensSchema, request.sampling.maxTokens, 'request.sampling.maxTokens');
    this.promptTokens = promptTokens();
    this.partial = new PartialTurn(request);
    this.request = this.#ask();
    this.answer = new Promise<Generation>((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Whether its session is the one that the caller named. */
  get isNamed(): boolean {
    return this.partial.request.sessionId === this.sessionId;
  }

  begin(member: FleetMember): TurnAttempt {
    const attempt = {
      member,
      controller: followSignal(this.call.signal),
      reportedAt: performance.now(),
      tokensAt: -Infinity,
      isQueued: false,
    };
    this.running = attempt;
    this.wait(false);
    this.attempts += 1;
    member.running += 1;
    const { sessionId } = this.partial.request;
    if (sessionId !== undefined) member.sessions.add(sessionId);
    return attempt;
  }

  /** Whether it waits for an engine. */
  wait(waiting: boolean): void {
    if (waiting === this.#waits) return;
    this.#waits = waiting;
    this.call.onWait?.(waiting);
  }

  /** An attempt's engine reports whether the turn waits there. */
  queued(attempt: TurnAttempt, waiting: boolean): void {
    if (this.running !== attempt) return;
    attempt.isQueued = waiting;
    attempt.reportedAt = performance.now();
    this.wait(waiting);
  }

  /** An attempt generated tokens. */
  addTokens(attempt: TurnAttempt, tokens: Int32Array, logprobs?: Float32Array, version?: string): void {
    if (this.running !== attempt) return;
    attempt.reportedAt = attempt.tokensAt = performance.now();
    this.partial.add(tokens, logprobs, version);
    // A turn that begins anew, with the same seed, does not emit its tokens twice.
    const news = Math.min(tokens.length, this.partial.length - this.#emitted);
    if (news <= 0 || this.isOver) return;
    this.#emitted += news;
    const from = tokens.length - news;
    this.call.onTokens?.(tokens.subarray(from), logprobs?.subarray(from), version);
  }

  /** Ends the attempt, if there is one. @param reason - Undefined where it has ended by itself. */
  stop(reason: unknown): void {
    const attempt = this.running;
    if (attempt === undefined) return;
    this.running = undefined;
    attempt.member.running -= 1;
    attempt.controller.release();
    if (reason !== undefined) attempt.controller.abort(reason);
  }

  /** @returns Whether an engine of this name failed or refused it. */
  hasFailedOn(name: string): boolean {
    return this.#failedOn.has(name);
  }

  /** An engine failed or refused it. */
  failedOn(name: string): void {
    this.#failedOn.add(name);
  }

  /** The rest of it waits for another engine. @returns The request for the dispatcher. */
  again(): ScheduledRequest {
    this.partial.broke();
    return (this.request = this.#ask());
  }

  #ask(): ScheduledRequest {
    const { partial, promptTokens, sessionId } = this;
    const rest = partial.rest();
    const begun = partial.length;
    return {
      sessionId,
      group: groupOfSession(sessionId),
      promptTokens,
      avoid: new Set(this.#failedOn),
      contextTokens: rest.tokens.length,
      maxTokens: rest.sampling.maxTokens,
      generated: () => Math.max(0, partial.length - begun),
    };
  }
}
