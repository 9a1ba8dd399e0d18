import {
  ExternalError,
  PolicyError,
  type GenerateOptions,
  type GenerateRequest,
  type Generation,
} from '../../../base/index.js';
import {
  createHttpClient,
  followSignal,
  giveUpOnAbort,
  type FollowingController,
  type HttpClient,
} from '../../../io/index.js';
import type { ResolvedScheduledOptions, ScheduledEngine, ScheduledEngineStatus } from '../../scheduled-options.js';
import { checkedGeneration } from '../checked-generation.js';
import type { ScheduledRequest } from './dispatcher.js';
import { readCacheMetrics } from './engine-metrics.js';
import { KvAwareDispatcher } from './kv-aware-dispatcher.js';
import { PartialTurn } from './partial-turn.js';

/** A caller's turn, over all engines that it goes to. */
interface Turn {
  readonly sessionId: string;
  readonly partial: PartialTurn;
  readonly call: GenerateOptions;
  /** As the dispatcher knows it. */
  asked: ScheduledRequest;
  /** Where it runs; aborting it ends the attempt. */
  running: { readonly member: Member; readonly controller: FollowingController; heardAt: number } | undefined;
  attempts: number;
  /** Tokens that the caller was told of. */
  told: number;
  readonly resolve: (generation: Generation) => void;
  readonly reject: (error: unknown) => void;
}

interface Member {
  readonly engine: ScheduledEngine;
  readonly running: Set<Turn>;
  readonly metrics: HttpClient | undefined;
  capacityTokens: number;
  failures: number;
  /** Until when it is left alone. */
  rest: ReturnType<typeof setTimeout> | undefined;
}

/** Engines and the turns on them: does what the dispatcher decides, and tells it what came of it. */
export class EngineFleet {
  readonly #options: ResolvedScheduledOptions;
  readonly #dispatcher: KvAwareDispatcher<ScheduledRequest>;
  readonly #members = new Map<string, Member>();
  readonly #turns = new Map<ScheduledRequest, Turn>();
  /** Sessions that have a turn under way. */
  readonly #busy = new Set<string>();
  #unnamed = 0;
  #isDue = false;
  #isClosed = false;
  #watch: ReturnType<typeof setInterval> | undefined;
  #metricsTimer: ReturnType<typeof setInterval> | undefined;

  constructor(options: ResolvedScheduledOptions) {
    this.#options = options;
    const { groupDeadlineMs = Infinity } = options;
    this.#dispatcher = new KvAwareDispatcher({ ...options, groupDeadlineMs });
  }

  add(engine: ScheduledEngine): void {
    const { name, metricsUrl, curve = this.#options.curve } = engine;
    if (this.#members.has(name)) throw new RangeError(`engine.name: expected one that is not taken, got ${name}`);
    const metrics =
      metricsUrl === undefined
        ? undefined
        : createHttpClient({
            ...{ baseUrl: metricsUrl, headers: {}, maxConnections: 1, errorType: PolicyError },
            timeoutMs: this.#options.metricsIntervalMs * 5,
          });
    const { capacityTokens } = curve;
    this.#members.set(name, {
      ...{ engine, metrics, capacityTokens, running: new Set<Turn>(), failures: 0, rest: undefined },
    });
    this.#dispatcher.engineJoined(name, curve);
    this.#due();
  }

  remove(name: string): void {
    const member = this.#members.get(name);
    if (member === undefined) return;
    this.#members.delete(name);
    this.#dispatcher.engineLeft(name);
    clearTimeout(member.rest);
    member.metrics?.close();
    for (const turn of [...member.running])
      this.#moveOn(turn, new PolicyError(`engine ${name} was removed`, { retryable: true }));
    this.#due();
  }

  async generate(request: GenerateRequest, call: GenerateOptions): Promise<Generation> {
    call.signal?.throwIfAborted();
    if (this.#isClosed) throw new PolicyError('the scheduled policy is closed');
    const named = request.sessionId !== undefined && !this.#busy.has(request.sessionId);
    const sessionId = named ? request.sessionId : `unnamed ${this.#unnamed++}/`;
    this.#busy.add(sessionId);
    const partial = new PartialTurn(request);
    const asked = this.#ask({ sessionId, partial });
    let turn!: Turn;
    const answer = new Promise<Generation>((resolve, reject) => {
      turn = { sessionId, partial, call, asked, running: undefined, attempts: 0, told: 0, resolve, reject };
    });
    this.#turns.set(asked, turn);
    this.#dispatcher.requestArrived(turn.asked, performance.now());
    this.#due();
    try {
      return await giveUpOnAbort(answer, call.signal);
    } finally {
      this.#busy.delete(sessionId);
      this.#forget(turn, call.signal?.reason);
      if (!named) this.#dispatcher.sessionEnded(sessionId);
      this.#due();
    }
  }

  endSession(sessionId: string): void {
    this.#dispatcher.sessionEnded(sessionId);
    for (const { engine } of this.#members.values()) engine.policy.endSession?.(sessionId);
    this.#due();
  }

  status(): { readonly engines: readonly ScheduledEngineStatus[]; readonly waiting: number } {
    const engines = [...this.#members.values()].map(({ engine, running, rest, capacityTokens }) => ({
      ...{ name: engine.name, running: running.size, suspended: rest !== undefined, capacityTokens },
    }));
    return { engines, waiting: this.#dispatcher.waiting };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const turn of [...this.#turns.values()]) turn.reject(new PolicyError('the scheduled policy was closed'));
    const policies = [...this.#members.values()].map(({ engine }) => engine.policy);
    for (const turn of [...this.#turns.values()]) this.#forget(turn, new PolicyError('closed'));
    for (const name of [...this.#members.keys()]) this.remove(name);
    this.#keepTimers();
    await Promise.allSettled(policies.map(async (policy) => policy.close?.()));
  }

  #ask({ sessionId, partial }: Pick<Turn, 'sessionId' | 'partial'>): ScheduledRequest {
    const rest = partial.rest();
    const begun = partial.length;
    return {
      sessionId,
      group: (this.#options.groupOf ?? groupOfSession)(sessionId),
      contextTokens: rest.tokens.length,
      maxTokens: rest.sampling.maxTokens,
      knownTokens: this.#options.expectTokens?.(rest),
      generated: () => Math.max(0, partial.length - begun),
    };
  }

  /** Turns arrive by the thousand in one go: the dispatcher is asked once. */
  #due(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (!this.#isClosed)
        for (const { request, engine } of this.#dispatcher.admissions(performance.now()))
          void this.#send(this.#turns.get(request)!, this.#members.get(engine)!);
      this.#keepTimers();
    });
  }

  async #send(turn: Turn, member: Member): Promise<void> {
    const { partial, call } = turn;
    const kept = partial.length;
    const controller = followSignal(call.signal);
    const running = { member, controller, heardAt: performance.now() };
    turn.running = running;
    turn.attempts += 1;
    member.running.add(turn);
    const onTokens = (tokens: Int32Array, logprobs?: Float32Array): void => {
      if (turn.running !== running) return;
      running.heardAt = performance.now();
      partial.add(tokens, logprobs);
      // What begins anew, with the same seed, is not told twice.
      const news = Math.min(tokens.length, partial.length - turn.told);
      if (news <= 0) return;
      turn.told += news;
      const from = tokens.length - news;
      call.onTokens?.(tokens.subarray(from), logprobs?.subarray(from));
    };
    const request = partial.rest();
    try {
      const listening = this.#options.stream || call.onTokens !== undefined;
      const asked = member.engine.policy.generate(request, {
        signal: controller.signal,
        ...(listening && { onTokens }),
      });
      const generation = await giveUpOnAbort(Promise.resolve(asked), controller.signal);
      const whole = partial.joined(kept, this.#checked(generation, request));
      if (turn.running !== running) return;
      member.failures = 0;
      this.#ended(turn, whole.tokens.length - kept);
      turn.resolve(whole);
    } catch (error) {
      if (turn.running !== running || call.signal?.aborted === true) return;
      if (!(error instanceof ExternalError) || !error.retryable) {
        this.#ended(turn, 0);
        turn.reject(error);
      } else {
        this.#leaveAlone(member);
        this.#moveOn(turn, error);
      }
    } finally {
      controller.letGo();
      this.#due();
    }
  }

  /** What is no generation is the engine's failure: another may answer rightly. */
  #checked(generation: Generation, { sampling }: GenerateRequest): Generation {
    try {
      return checkedGeneration(generation, sampling);
    } catch (cause) {
      throw new PolicyError((cause as Error).message, { cause, retryable: true });
    }
  }

  #ended(turn: Turn, tokens: number): void {
    const { asked } = turn;
    this.#dispatcher.requestEnded(asked, tokens, performance.now());
    this.#turns.delete(asked);
    this.#stop(turn, undefined);
  }

  /** Its engine is of no use to it any more. */
  #moveOn(turn: Turn, error: Error): void {
    this.#stop(turn, error);
    this.#turns.delete(turn.asked);
    if (turn.attempts > this.#options.retry.retries) {
      this.#dispatcher.requestCancelled(turn.asked);
      turn.reject(error);
      return;
    }
    turn.partial.broke();
    const again = this.#ask(turn);
    this.#dispatcher.requestReturned(turn.asked, again);
    turn.asked = again;
    this.#turns.set(again, turn);
  }

  /** Ends the attempt, if there is one. */
  #stop(turn: Turn, reason: unknown): void {
    const { running } = turn;
    turn.running = undefined;
    running?.member.running.delete(turn);
    if (reason !== undefined) running?.controller.abort(reason);
  }

  /** The caller is gone, or was answered. */
  #forget(turn: Turn, reason: unknown): void {
    this.#stop(turn, reason);
    if (this.#turns.delete(turn.asked)) this.#dispatcher.requestCancelled(turn.asked);
  }

  #leaveAlone(member: Member): void {
    const { name } = member.engine;
    if (member.rest !== undefined || !this.#members.has(name)) return;
    const { delayMs, maxDelayMs } = this.#options.retry;
    this.#dispatcher.engineSuspended(name, true);
    const wait = Math.min(maxDelayMs, delayMs * 2 ** member.failures++);
    member.rest = setTimeout(() => {
      member.rest = undefined;
      this.#dispatcher.engineSuspended(name, false);
      this.#due();
    }, wait);
  }

  /** Timers run only while something is under way. */
  #keepTimers(): void {
    const isIdle = this.#turns.size === 0;
    if (isIdle) {
      clearInterval(this.#watch);
      clearInterval(this.#metricsTimer);
      this.#watch = this.#metricsTimer = undefined;
      return;
    }
    this.#watch ??= setInterval(() => this.#moveStalled(), Math.max(1, this.#options.stallMs / 4));
    if (this.#metricsTimer !== undefined || [...this.#members.values()].every(({ metrics }) => !metrics)) return;
    void this.#readMetrics();
    this.#metricsTimer = setInterval(() => void this.#readMetrics(), this.#options.metricsIntervalMs);
  }

  #moveStalled(): void {
    const since = performance.now() - this.#options.stallMs;
    for (const turn of [...this.#turns.values()]) {
      const { running } = turn;
      if (running === undefined || running.heardAt > since) continue;
      const { name } = running.member.engine;
      this.#leaveAlone(running.member);
      const said = `engine ${name} said nothing for ${this.#options.stallMs} ms`;
      this.#moveOn(turn, new PolicyError(said, { retryable: true }));
    }
    this.#due();
  }

  async #readMetrics(): Promise<void> {
    await Promise.all([...this.#members.values()].map((member) => this.#readMetricsOf(member)));
    this.#due();
  }

  /** An engine whose metrics cannot be read is judged by what was sent to it. */
  async #readMetricsOf(member: Member): Promise<void> {
    try {
      const answer = await member.metrics?.send({ method: 'GET', path: '' });
      if (answer?.status !== 200 || !this.#members.has(member.engine.name)) return;
      const { capacityTokens, usage } = readCacheMetrics(answer.body);
      member.capacityTokens = capacityTokens ?? member.capacityTokens;
      // Without a stream it is not known how much of it is ours.
      const isKnown = usage !== undefined && this.#options.stream;
      const usedTokens = isKnown ? usage * member.capacityTokens : undefined;
      this.#dispatcher.engineObserved(member.engine.name, { capacityTokens, usedTokens });
    } catch {
      // It is asked again soon.
    }
  }
}

function groupOfSession(sessionId: string): string {
  const slash = sessionId.lastIndexOf('/');
  return slash < 0 ? sessionId : sessionId.slice(0, slash);
}
