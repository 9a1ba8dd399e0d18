import type { FailureCause, RolloutOutcome } from '../../../base/index.js';
import { followSignal } from '../../../io/index.js';
import { endSessions, type LoopSpan, type ResolvedRolloutOptions } from '../../../rollout/internal/index.js';
import type { AnswerListener, ModelAnswer } from '../model-answer.js';
import type { ModelRequest } from '../../model-request.js';
import { busyRefusal, Refusal } from '../refusal.js';
import type { IsToolError } from '../../agent-settings.js';
import type { SessionAccount } from '../../gateway-account.js';
import { sessionAccount } from './account.js';
import { countTurn, newCounts } from './counts.js';
import { constraintOf } from './demands.js';
import { Draw, type Answered } from './draw.js';
import { drawKey } from './draw-key.js';
import { drawTurn, type DrawnSoFar, type DrawnTurn } from './draw-turn.js';
import { Limits } from './limits.js';
import { callResults, placeRequest, type PlacedRequest } from './place-request.js';
import { RecordedTurns, type AskedTurn } from './recorded-turns.js';
import { readRequest, type ReadRequest, type TreeSettings } from './read-request.js';
import { bugOf, causeOf } from './request-failures.js';
import { EqualRequests } from './equal-requests.js';
import { KeptRefusals } from './kept-refusals.js';
import { SessionFailures } from './session-failures.js';
import { outcomeOf, type SessionLimit, type SessionPlan } from './session-rollout.js';
import { ToolSets } from './tool-sets.js';
import type { TurnNode } from './turn-node.js';

export type { Answered } from './draw.js';

/** What all sessions of a gateway share. */
export interface SessionContext {
  /** `tools` is not read: each request has its own. */
  readonly options: ResolvedRolloutOptions;
  readonly isToolError: IsToolError | undefined;
  /** The most requests of one session at once. */
  readonly maxConcurrent: number;
  /** Changes a request before it is compared: takes a clock out of a system message, for example. */
  readonly normalize: ((request: ModelRequest) => ModelRequest) | undefined;
  readonly now: () => number;
  /** What the spans of turns are begun in, if there is a trace. */
  readonly span?: LoopSpan | undefined;
}

/** How a request is answered. */
export interface AskOptions {
  /** Aborted when the client has gone. */
  readonly signal?: AbortSignal | undefined;
  /** Receives the answer while it is drawn. */
  readonly listener?: AnswerListener | undefined;
  /** Default true. Turns that are not trained on are a tree of their own, and not in the rollout. */
  readonly isTrained?: boolean | undefined;
}

/** How an agent ended. */
export interface SessionEnd {
  readonly reward?: number | undefined;
  /** The stack of what it threw, where the rollout is kept all the same. */
  readonly agentError?: string | undefined;
}

/** A client that counts its retries waits for about half a second before the first one. */
const RETRY_WAIT_MS = 1000;

/**
 * One agent's requests: a tree of turns. Each request is matched with what was delivered before, goes on from there with the sampled tokens as
 * they are, and its turn is recorded before its answer ends.
 */
export class Session {
  readonly counts = newCounts();
  /** Requests that were refused, those included that are refused before the session gets them. */
  readonly refusals = new KeptRefusals(this.counts);
  readonly #turns = new RecordedTurns();
  readonly failures = new SessionFailures();
  readonly #trees: { readonly trained: TreeSettings; readonly untrained: TreeSettings };
  readonly #limits: Limits;
  /** Draws under way. */
  readonly #underWay = new Map<Draw, Promise<unknown>>();
  readonly #policySessions = new Set<string>();
  readonly #stop;

  constructor(
    readonly plan: SessionPlan,
    private readonly context: SessionContext,
    signal?: AbortSignal,
  ) {
    const treeOf = (isTrained: boolean): TreeSettings => ({
      isTrained,
      seed: isTrained ? plan.seed : `${plan.seed}/untrained`,
      toolSets: new ToolSets(context.options),
      mostTokens: undefined,
    });
    this.#trees = { trained: treeOf(true), untrained: treeOf(false) };
    this.#stop = followSignal(signal);
    const { signal: stopped } = this.#stop;
    stopped.addEventListener('abort', () => this.#underWay.forEach((_, draw) => draw.stop(stopped.reason)));
    this.#limits = new Limits(plan, this.counts, (refusal) => this.#stop.abort(refusal));
  }

  /** The limit that ended the session, or for which its last request was refused. */
  get limit(): SessionLimit | undefined {
    return this.#limits.reached;
  }

  /** Aborted when the session has ended or its time is over. */
  get over(): AbortSignal {
    return this.#stop.signal;
  }

  /** Whether a token limit cut the turn that ended last: some clients throw on such an answer. */
  get isCut(): boolean {
    return this.#turns.nodes.findLast(({ isTrained }) => isTrained)?.isCut === true;
  }

  /**
   * Answers one request with one turn. Requests may be under way at once.
   *
   * @throws Refusal; the signal's reason when aborted.
   */
  async ask(request: ModelRequest, options: AskOptions = {}): Promise<Answered> {
    this.counts.requests++;
    try {
      // Everything up to the first token's draw is done at once, so that the order of requests at one place counts them.
      return await this.#take(request, options);
    } catch (error) {
      this.refusals.note(error);
      if (error instanceof Refusal) throw error;
      if (!this.#stop.signal.aborted && options.signal?.aborted !== true) this.fail(bugOf(error));
      throw error;
    }
  }

  /** The answer of an id, without its dialect's prefix; undefined for an unknown one and for one that is not stored. */
  lookUp(answerId: string): ModelAnswer | undefined {
    const node = this.#turns.byAnswer.get(answerId);
    return node?.isStored === true ? node.answer : undefined;
  }

  /** The number of tokens of a request's prompt, without drawing anything. @throws Refusal */
  count(request: ModelRequest): number {
    return this.#place(this.#read(this.#normalized(request), true)).recorder.length;
  }

  /** What the session did so far. */
  account(): SessionAccount {
    const { plan, counts, limit } = this;
    return sessionAccount(this.#turns.accounts(), { plan, counts, limit, failure: this.failures.first });
  }

  /** Records that the agent itself could not go on: the rollout is set apart. The first cause counts: what is thrown later follows from it. */
  fail(cause: FailureCause): void {
    this.failures.fail(cause);
  }

  /**
   * Ends the session: requests under way are broken off.
   *
   * @returns `completed` with every trained turn, except turns that the client left and that no later request continues. `failed` if `fail` was
   *   called, if the infrastructure broke a request and no equal request was answered, or if no such turn is left.
   */
  async close({ reward, agentError }: SessionEnd = {}): Promise<RolloutOutcome> {
    this.#limits.release();
    this.#stop.abort(new Refusal('session-over', 'the session has ended'));
    await Promise.allSettled(this.#underWay.values());
    this.#stop.release();
    const { policy, turnTimeoutMs } = this.context.options;
    await Promise.all([...this.#policySessions].map((id) => endSessions([policy], id, { timeoutMs: turnTimeoutMs })));
    const trained = this.#turns.nodes.filter(({ isTrained }) => isTrained);
    const { plan, limit } = this;
    const { requests } = this.counts;
    const { texts: refused } = this.refusals;
    return outcomeOf(trained, { plan, limit, broken: this.failures.first, reward, requests, refused, agentError });
  }

  #take(given: ModelRequest, options: AskOptions): Promise<Answered> {
    const read = this.#read(this.#normalized(given), options.isTrained ?? true);
    try {
      return this.#answer(read, options);
    } catch (error) {
      this.#keepResults(read);
      throw error;
    }
  }

  #answer(read: ReadRequest, { signal, listener, isTrained = true }: AskOptions): Promise<Answered> {
    if (this.#stop.signal.aborted) throw this.#stop.signal.reason as Error;
    signal?.throwIfAborted();
    const { request } = read;
    // Refuses by name what the policy cannot do.
    constraintOf(request, this.context.options);
    const equal = read.match.end?.requests;
    const repeated = this.refusals.isFirstRead(request.retry) ? undefined : equal?.repeated(request.retry);
    if (repeated !== undefined) {
      this.counts.retries++;
      return repeated.receive(listener, signal);
    }
    if (this.#underWay.size >= this.context.maxConcurrent) {
      equal?.refuse(request.retry.count > 0);
      throw busyRefusal(this.context.maxConcurrent);
    }
    this.#limits.requireTurn(isTrained);
    const placed = this.#place(read);
    const room = this.#limits.roomFor(placed, read.tree, this.context.options.chatTemplate.contextLength);
    return this.#begin(read, placed, room).receive(listener, signal);
  }

  /** Keeps the results of calls that came with a request for which no turn is drawn: whether the calls failed is known all the same. */
  #keepResults({ messages, match: { node, matched } }: ReadRequest): void {
    if (node === undefined) return;
    const results = callResults(node, messages.slice(matched), this.context.isToolError);
    if (results.size > 0) node.refusedResults = results;
  }

  #normalized(request: ModelRequest): ModelRequest {
    return this.context.normalize?.(request) ?? request;
  }

  #read(request: ModelRequest, isTrained: boolean): ReadRequest {
    const tree = isTrained ? this.#trees.trained : this.#trees.untrained;
    return readRequest(request, tree, this.#turns);
  }

  #place({ set, messages, match }: ReadRequest): PlacedRequest {
    const { isToolError } = this.context;
    return placeRequest(match.node, messages.slice(match.matched), { layout: set.layout, isToolError });
  }

  /** Keeps a request, and a draw for it that begins with its first client. */
  #begin(read: ReadRequest, placed: PlacedRequest, room: number): Draw {
    const { request, tree, set, match } = read;
    for (const name of request.ignored) this.counts.ignored[name] = (this.counts.ignored[name] ?? 0) + 1;
    const end = match.keep();
    tree.toolSets.keep(set);
    const requests = (end.requests ??= new EqualRequests());
    this.failures.watch(requests);
    const { key: retryKey, isCounted = false } = request.retry;
    const draw: Draw = new Draw({
      ordinal: requests.begin(),
      ...{ retryKey, isCounted },
      waitMs: isCounted || retryKey !== undefined ? RETRY_WAIT_MS : 0,
      begin: () => {
        const turn = this.#draw({ read, placed, end, draw, room });
        this.#underWay.set(draw, turn);
        const settled = () => void this.#underWay.delete(draw);
        turn.then(settled, settled);
        return turn;
      },
    });
    requests.add(draw);
    return draw;
  }

  async #draw(asked: AskedTurn): Promise<TurnNode> {
    const { read, placed, end, draw, room } = asked;
    const { request, tree, set } = read;
    const { parent, recorder } = placed;
    const key = drawKey(read, draw.ordinal);
    const id = key.slice(0, 24);
    const turn = countTurn(this.counts, read);
    const endedBefore = this.#turns.nodes.length;
    const sessionId = parent === undefined || parent.isContinued ? `${this.plan.sessionId}/${id}` : parent.sessionId;
    if (parent !== undefined) parent.isContinued = true;
    this.#policySessions.add(sessionId);
    const start = {
      id,
      created: Math.floor(this.context.now() / 1000),
      model: request.model ?? 'policy',
      promptTokens: recorder.length,
    };
    draw.start(start);
    const soFar: DrawnSoFar = { tokens: 0, text: '' };
    const { options, span } = this.context;
    // A path is one session of the policy; its name is that of its first turn.
    const path = sessionId.slice(this.plan.sessionId.length + 1);
    const position = { turn, path, ...(request.agent && { agent: request.agent }) };
    const plan = { plan: this.plan, options, request, placed, set, key, sessionId, position, room, start, span };
    let drawn: DrawnTurn;
    try {
      drawn = await drawTurn(plan, draw, soFar);
    } catch (error) {
      throw this.#broke(error, asked, id, soFar);
    }
    end.requests!.end(draw, 'answered');
    if (tree.isTrained) this.counts.generatedTokens += drawn.answer.usage.completionTokens;
    return this.#turns.add(asked, drawn, { key, sessionId, endedBefore });
  }

  /** @returns The error that the clients of a broken draw receive. */
  #broke(error: unknown, asked: AskedTurn, id: string, soFar: DrawnSoFar): unknown {
    const { end, draw } = asked;
    this.#keepResults(asked.read);
    const { aborted, reason } = draw.signal as { readonly aborted: boolean; readonly reason: unknown };
    const cause = aborted ? undefined : causeOf(error);
    if (cause !== undefined && asked.read.tree.isTrained) this.#limits.giveBackTurn();
    end.requests!.end(draw, cause ?? 'left');
    if (aborted && !this.#stop.signal.aborted) this.#turns.leave(asked, id, soFar);
    if (aborted) return reason;
    if (cause === undefined || error instanceof Refusal) return error;
    return new Refusal('unavailable', cause.message, { cause: error });
  }
}
