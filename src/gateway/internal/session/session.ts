import type { FailureCause, RolloutOutcome, TemplateTool } from '../../../base/index.js';
import { followSignal, textHash } from '../../../io/index.js';
import {
  InfrastructureError,
  endSessions,
  prepareConversations,
  type LoopSpan,
  type ResolvedRolloutOptions,
} from '../../../rollout/internal/index.js';
import {
  Refusal,
  type AnswerListener,
  type ModelAnswer,
  type ModelRequest,
  type RequestMessage,
} from '../../exchange.js';
import { deliverCalls } from './delivery.js';
import { drawTurn, type DrawnTurn, type ToolSet } from './draw-turn.js';
import { withMessage } from './normal-form.js';
import { placeRequest, type PlacedRequest } from './place-request.js';
import { outcomeOf, type SessionPlan } from './session-rollout.js';
import type { IsToolError } from './tool-errors.js';
import { nameConversation, TurnGraph, type NamedConversation } from './turn-graph.js';
import type { TurnNode } from './turn-node.js';

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

/** What a session has counted. */
export interface SessionCounts {
  requests: number;
  turns: number;
  /** Requests that went on from no turn. */
  roots: number;
  /** Turns that went on from a turn from which another had gone on before. */
  branches: number;
  retries: number;
  /** Turns that the client left before they were drawn; what was drawn is not trained on. */
  abandoned: number;
  refused: number;
  /** Sampling options of requests that were ignored, by name. */
  ignored: Record<string, number>;
}

/** The answer to a request, and the call that says that its client has it. */
export interface Answered {
  readonly answer: ModelAnswer;
  readonly delivered: () => void;
}

/**
 * One agent's requests: a tree of turns. Each request is matched with what was delivered before, goes on from there with the sampled tokens as
 * they are, and its turn is recorded before its answer ends.
 */
export class Session {
  readonly counts: SessionCounts = {
    requests: 0,
    turns: 0,
    roots: 0,
    branches: 0,
    retries: 0,
    abandoned: 0,
    refused: 0,
    ignored: {},
  };
  readonly #graph = new TurnGraph();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #toolSets = new Map<string, ToolSet>();
  readonly #ordinals = new Map<string, number>();
  readonly #policySessions = new Set<string>();
  /** Requests that the infrastructure broke and that were not answered since, by their names. */
  readonly #broken = new Map<string, FailureCause>();
  readonly #stop;
  #ended = 0;
  #limit: 'max-turns' | 'length' | undefined;
  /** Most tokens of a path, its prompt included. */
  #mostTokens: number | undefined;
  #isOver = false;

  constructor(
    readonly plan: SessionPlan,
    private readonly context: SessionContext,
    signal?: AbortSignal,
  ) {
    this.#stop = followSignal(signal);
  }

  get nodes(): readonly TurnNode[] {
    return this.#graph.nodes;
  }

  /** The limit for which a request was refused. */
  get limit(): 'max-turns' | 'length' | undefined {
    return this.#limit;
  }

  /** How often several turns had been delivered alike. */
  get ties(): number {
    return this.#graph.ties;
  }

  /**
   * Answers one request with one turn. Requests may be under way at once.
   *
   * @param listener - Receives the answer while it is drawn.
   * @throws Refusal; the signal's reason when aborted.
   */
  async ask(
    request: ModelRequest,
    {
      signal,
      listener,
    }: { readonly signal?: AbortSignal | undefined; readonly listener?: AnswerListener | undefined } = {},
  ): Promise<Answered> {
    this.counts.requests++;
    try {
      // Everything up to the first token's draw is done at once, so that the order of requests at one place counts them.
      const asked = this.#take(this.context.normalize?.(request) ?? request, signal, listener);
      this.#underWay.add(asked);
      void asked.catch(() => undefined).then(() => this.#underWay.delete(asked));
      return await asked;
    } catch (error) {
      if (error instanceof Refusal) this.counts.refused++;
      throw error;
    }
  }

  /**
   * Ends the session: requests under way are broken off.
   *
   * @returns `completed` with every turn that was drawn; `failed` where the infrastructure broke a request and no equal one was answered, or
   *   where no request was answered at all.
   */
  async close({ reward }: { readonly reward?: number | undefined } = {}): Promise<RolloutOutcome> {
    this.#isOver = true;
    this.#stop.abort(new Refusal('session-over', 'the session has ended'));
    await Promise.allSettled(this.#underWay);
    this.#stop.release();
    const { policy, turnTimeoutMs } = this.context.options;
    await Promise.all([...this.#policySessions].map((id) => endSessions([policy], id, { timeoutMs: turnTimeoutMs })));
    const [broken] = this.#broken.values();
    return outcomeOf(this.#graph.nodes, { plan: this.plan, limit: this.#limit, broken, reward });
  }

  /** Records that the agent itself could not go on: the rollout is set apart. */
  fail(cause: FailureCause): void {
    // The first cause: what is thrown later follows from it.
    if (!this.#broken.has('')) this.#broken.set('', cause);
  }

  /** The number of tokens of a request's prompt, without drawing anything. @throws Refusal */
  count(request: ModelRequest): number {
    const named = nameConversation(request.tools, request.messages);
    const set = this.#toolSet(request.tools);
    const { node, matched } = this.#graph.find(named, undefined);
    return placeRequest(node, named.messages.slice(matched), this.#placing(set)).recorder.length;
  }

  #take(
    request: ModelRequest,
    signal: AbortSignal | undefined,
    listener: AnswerListener | undefined,
  ): Promise<Answered> {
    if (this.#isOver) throw new Refusal('session-over', 'the session has ended');
    signal?.throwIfAborted();
    refuseDemands(request);
    const previous = this.#previous(request);
    const messages =
      previous === undefined
        ? request.messages
        : [
            ...request.messages.filter(({ role }) => role === 'system'),
            ...previous.messages.filter(({ role }) => role !== 'system'),
            ...request.messages.filter(({ role }) => role !== 'system'),
          ];
    const named = nameConversation(request.tools, messages);
    if (named.messages.length === 0)
      throw new Refusal('invalid-request', 'messages: expected at least one', { param: 'messages' });
    if (named.messages.at(-1)!.role === 'assistant')
      throw new Refusal(
        'invalid-request',
        "messages: the last message is the assistant's: answers cannot be begun for the model",
        {
          param: 'messages',
        },
      );
    const repeated = this.#repeated(request, named);
    if (repeated !== undefined) return Promise.resolve(this.#replay(repeated, listener));
    if (this.#underWay.size >= this.context.maxConcurrent)
      throw new Refusal('busy', `the session has ${this.context.maxConcurrent} requests under way`, {
        retryAfterSeconds: 1,
      });
    if (this.counts.turns >= this.plan.maxTurns) {
      this.#limit ??= 'max-turns';
      throw new Refusal('session-over', `the session has taken its ${this.plan.maxTurns} turns`);
    }
    for (const name of request.ignored) this.counts.ignored[name] = (this.counts.ignored[name] ?? 0) + 1;
    const set = this.#toolSet(request.tools);
    const { node, matched } = this.#graph.find(named, previous);
    const placed = placeRequest(node, named.messages.slice(matched), this.#placing(set));
    return this.#draw(request, named, placed, set, signal, listener);
  }

  #previous({ previousResponseId }: ModelRequest): TurnNode | undefined {
    if (previousResponseId === undefined) return undefined;
    const node = this.#graph.nodes.find(({ answer }) => previousResponseId.includes(answer.id));
    if (node === undefined || !node.isStored)
      throw new Refusal(
        'not-found',
        `previous_response_id: no response ${JSON.stringify(previousResponseId)} in this session`,
        {
          param: 'previous_response_id',
        },
      );
    return node;
  }

  /** The answer to an equal request that its client says it sends again, where the client did not get it whole. */
  #repeated({ retry }: ModelRequest, { hashes }: NamedConversation): TurnNode | undefined {
    if (retry.count === 0 && retry.key === undefined) return undefined;
    const name = hashes.at(-1)!;
    return this.#graph.nodes.find(
      (node) =>
        node.requestHash === name &&
        !node.isDelivered &&
        (retry.key === undefined ? retry.count > 0 : node.retryKey === retry.key),
    );
  }

  #replay(node: TurnNode, listener: AnswerListener | undefined): Answered {
    this.counts.retries++;
    const { answer } = node;
    listener?.start(answer);
    if (answer.reasoning) listener?.piece({ kind: 'reasoning', text: answer.reasoning });
    if (answer.content) listener?.piece({ kind: 'content', text: answer.content });
    deliverCalls(answer, listener);
    return { answer, delivered: () => void (node.isDelivered = true) };
  }

  #toolSet(tools: readonly TemplateTool[]): ToolSet {
    const key = JSON.stringify(tools);
    let set = this.#toolSets.get(key);
    if (set === undefined) {
      const { tokenizer, chatTemplate } = this.context.options;
      set = prepareConversations({ tokenizer, chatTemplate, tools });
      this.#toolSets.set(key, set);
    }
    return set;
  }

  #placing({ format }: ToolSet): Parameters<typeof placeRequest>[2] {
    return { format, isToolError: this.context.isToolError };
  }

  async #draw(
    request: ModelRequest,
    named: NamedConversation,
    placed: PlacedRequest,
    set: ToolSet,
    signal: AbortSignal | undefined,
    listener: AnswerListener | undefined,
  ): Promise<Answered> {
    const { options } = this.context;
    const { parent, root, recorder } = placed;
    const requestHash = named.hashes.at(-1)!;
    const place = textHash(`${parent?.key ?? this.plan.seed}\n${requestHash}`);
    const ordinal = this.#ordinals.get(place) ?? 0;
    this.#ordinals.set(place, ordinal + 1);
    const key = textHash(`${place}\n${ordinal}`);
    const id = key.slice(0, 24);
    const { contextLength = Infinity } = options.chatTemplate;
    // A history that was changed begins a path with a long prompt: its length counts as that of the path before would.
    this.#mostTokens ??= Math.min(contextLength, root.promptLength + this.plan.maxTokens);
    const room = this.#mostTokens - recorder.length;
    if (room <= 0) {
      this.#limit = 'length';
      throw new Refusal(
        'context-overflow',
        `This model's maximum context length is ${this.#mostTokens} tokens. However, your messages resulted in ${recorder.length} tokens. Please reduce the length of the messages.`,
        { param: 'messages' },
      );
    }
    const turnNumber = this.counts.turns++;
    if (parent === undefined) this.counts.roots++;
    else if (parent.isContinued) this.counts.branches++;
    const sessionId = parent === undefined || parent.isContinued ? `${this.plan.sessionId}/${id}` : parent.sessionId;
    if (parent !== undefined) parent.isContinued = true;
    this.#policySessions.add(sessionId);
    // A path is one session of the policy; its name is that of its first turn.
    const path = sessionId.slice(this.plan.sessionId.length + 1);
    const position = { turn: turnNumber, path, ...(request.agent && { agent: request.agent }) };
    const start = {
      id,
      created: Math.floor(this.context.now() / 1000),
      model: request.model ?? 'policy',
      promptTokens: recorder.length,
    };
    listener?.start(start);
    let drawn: DrawnTurn;
    try {
      drawn = await drawTurn(
        {
          plan: this.plan,
          options,
          request,
          placed,
          set,
          key,
          sessionId,
          position,
          room,
          start,
          span: this.context.span,
        },
        { stop: this.#stop.signal, left: signal },
        listener,
      );
    } catch (error) {
      if (signal?.aborted === true) this.counts.abandoned++;
      if (!(error instanceof InfrastructureError)) throw error;
      this.#broken.set(place, error.failure);
      throw new Refusal('unavailable', error.failure.message, { cause: error });
    }
    this.#broken.delete(place);
    const { read, answer } = drawn;
    const delivered: RequestMessage = {
      role: 'assistant',
      content: read.content,
      reasoning: read.reasoning,
      calls: read.calls,
    };
    const node: TurnNode = {
      ...placed,
      key,
      ordinal,
      depth: parent === undefined ? 0 : parent.depth + 1 + foreignTurns(named, parent),
      messages: [...named.messages, delivered],
      hash: withMessage(requestHash, delivered),
      requestHash,
      retryKey: request.retry.key,
      isStored: request.store,
      start: drawn.at,
      end: recorder.length,
      sampled: drawn.sampled,
      read,
      answer,
      isCut: drawn.isCut,
      agent: request.agent,
      sessionId,
      ended: this.#ended++,
      isContinued: false,
      isDelivered: false,
    };
    this.#graph.add(node);
    drawn.deliver();
    return { answer, delivered: () => void (node.isDelivered = true) };
  }
}

/** @returns The turns of the assistant among a request's new messages: the template numbers calls by turns. */
function foreignTurns({ messages }: NamedConversation, parent: TurnNode): number {
  return messages.slice(parent.messages.length).filter(({ role }) => role === 'assistant').length;
}

function refuseDemands({ demands }: ModelRequest): void {
  const names = { stop: 'stop texts', toolChoice: 'a tool_choice that forces calls', json: 'JSON output' } as const;
  for (const [demand, name] of Object.entries(names))
    if (demands[demand as keyof typeof demands] !== undefined)
      throw new Refusal('invalid-request', `${name}: the policy cannot do that`, { param: demand });
}
