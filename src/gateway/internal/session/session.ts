import {
  ModelFileError,
  type FailureCause,
  type JsonValue,
  type Message,
  type RolloutOutcome,
  type TemplateMessage,
  type TemplateTool,
} from '../../../base/index.js';
import { followSignal, textHash } from '../../../io/index.js';
import {
  AppendOnlyConversation,
  InfrastructureError,
  TokenRecorder,
  encodeGuarded,
  endSessions,
  generateTurn,
  idOf,
  prepareConversations,
  startConversation,
  turnMarks,
  withinTurn,
  type AgentLoopContext,
  type ConversationFormat,
  type GeneratedTurn,
  type Progress,
  type ResolvedRolloutOptions,
  type WrittenTurn,
} from '../../../rollout/internal/index.js';
import {
  Refusal,
  type AnswerListener,
  type ModelAnswer,
  type ModelRequest,
  type RequestMessage,
} from '../../exchange.js';
import { AnswerReader, readAnswer } from './answer-reader.js';
import { withMessage } from './normal-form.js';
import { outcomeOf, type SessionPlan } from './session-rollout.js';
import { readCallResult, type IsToolError } from './tool-errors.js';
import { nameConversation, TurnGraph, type NamedConversation } from './turn-graph.js';
import type { CallResult, Root, TurnNode } from './turn-node.js';

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

/** What is computed once for requests with the same tools. */
interface ToolSet extends Pick<AgentLoopContext, 'stopTokens'> {
  readonly format: ConversationFormat;
}

/** What a request is drawn after. */
interface Placed {
  readonly parent: TurnNode | undefined;
  readonly root: Root;
  readonly conversation: AppendOnlyConversation;
  readonly recorder: TokenRecorder;
  readonly results: ReadonlyMap<number, CallResult>;
  readonly reply: string | undefined;
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
    this.#broken.set('', cause);
  }

  /** The number of tokens of a request's prompt, without drawing anything. @throws Refusal */
  count(request: ModelRequest): number {
    const named = nameConversation(request.tools, request.messages);
    const set = this.#toolSet(request.tools);
    const { node, matched } = this.#graph.find(named, undefined);
    return this.#place(named, matched, node, set).recorder.length;
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
    const placed = this.#place(named, matched, node, set);
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

  /** Lays out what a request says after the turn that it goes on from. @throws Refusal where the template has no place for it. */
  #place({ messages }: NamedConversation, matched: number, node: TurnNode | undefined, { format }: ToolSet): Placed {
    try {
      return node === undefined
        ? placeAtRoot(messages, format)
        : this.#placeAfter(node, messages.slice(matched), format);
    } catch (error) {
      if (!(error instanceof ModelFileError)) throw error;
      throw new Refusal('invalid-request', `messages: ${error.message}`, { param: 'messages', cause: error });
    }
  }

  #placeAfter(node: TurnNode, rest: readonly RequestMessage[], format: ConversationFormat): Placed {
    const conversation = node.conversation.copy();
    const recorder = node.recorder.copy();
    const results = new Map<number, CallResult>();
    const said: string[] = [];
    const callIds = new Map(
      node.read.calls.map(({ id, name }, index) => {
        const templateId = idOf(node.read.parsed.calls[index]!, node.depth, index);
        return [id, { id: templateId, name, index }] as const;
      }),
    );
    let turn: TurnNode['sampled'] | WrittenTurn = node.sampled;
    let answers: TemplateMessage[] = [];
    let isOwn = true;
    const asTemplate = templateMessages(callIds);
    for (const [i, message] of rest.entries()) {
      if (message.role === 'assistant') {
        recorder.addRead(conversation.extend(turn, answers));
        const written = conversation.write(asTemplate(message), rest[i + 1] && asTemplate(rest[i + 1]!));
        recorder.addRead(encodeGuarded(written.text + written.end, format.tokenizer));
        [turn, answers, isOwn] = [written, [], false];
        continue;
      }
      answers.push(asTemplate(message));
      if (!isOwn) continue;
      const call = message.role === 'tool' ? callIds.get(message.callId) : undefined;
      if (message.role === 'tool')
        results.set(call!.index, readCallResult(message, call!.name, this.context.isToolError));
      else said.push(message.content);
    }
    recorder.addRead(extendAnyhow(conversation, turn, answers));
    const reply = said.length === 0 ? undefined : said.join('\n\n');
    return { parent: node, root: node.root, conversation, recorder, results, reply };
  }

  async #draw(
    request: ModelRequest,
    named: NamedConversation,
    placed: Placed,
    set: ToolSet,
    signal: AbortSignal | undefined,
    listener: AnswerListener | undefined,
  ): Promise<Answered> {
    const { options } = this.context;
    const { parent, root, conversation, recorder } = placed;
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
    const start = {
      id,
      created: Math.floor(this.context.now() / 1000),
      model: request.model ?? 'policy',
      promptTokens: recorder.length,
    };
    listener?.start(start);
    const reading = {
      marks: turnMarks(options.chatTemplate),
      thinkingEnd: conversation.thinkingEnd,
      tools: request.tools,
      idOf: (index: number) => `call_${id.slice(0, 16)}${index}`,
    };
    const delivery = new Delivery(reading, listener);
    const stop = followSignal(this.#stop.signal);
    const leave = () => stop.abort(signal!.reason);
    signal?.addEventListener('abort', leave, { once: true });
    const progress: Progress = { conversation, recorder, turns: [], waitingFor: 'policy' };
    const turnPlan = {
      id: this.plan.id,
      groupId: this.plan.groupId,
      prompt: root.prompt,
      format: set.format,
      start: { prompt: root.prompt, messages: [], text: '', tokens: new Int32Array(0) },
      maxTokens: recorder.responseLength + Math.min(room, request.maxTokens ?? Infinity),
      maxTurns: this.plan.maxTurns,
      metadata: this.plan.metadata,
      seed: key,
      sessionId,
    };
    const loop: AgentLoopContext = {
      options: { ...options, tools: request.tools as never, onEvent: this.#events(delivery, turnNumber) },
      tools: new Map(),
      stopTokens: set.stopTokens,
      signal: stop.signal,
    };
    let generated: GeneratedTurn;
    try {
      generated = await withinTurn(progress, loop, (inner) => generateTurn(progress, turnPlan, inner));
    } catch (error) {
      if (signal?.aborted === true) this.counts.abandoned++;
      if (stop.signal.aborted || !(error instanceof InfrastructureError)) throw error;
      this.#broken.set(place, error.failure);
      throw new Refusal('unavailable', error.failure.message, { cause: error });
    } finally {
      signal?.removeEventListener('abort', leave);
      stop.release();
    }
    this.#broken.delete(place);
    const { generation, text, end } = generated;
    const isCut = generation.finishReason === 'length';
    const read = readAnswer(
      text,
      isCut,
      generation.retokenized === true ? { ...reading, thinkingEnd: undefined } : reading,
    );
    const at = recorder.length;
    recorder.addGenerated(generation);
    const answer: ModelAnswer = {
      ...start,
      reasoning: read.reasoning,
      content: read.content,
      calls: read.calls,
      finish: isCut ? 'length' : read.calls.length > 0 ? 'tool-calls' : 'stop',
      usage: {
        promptTokens: at,
        cachedTokens: parent?.end ?? 0,
        completionTokens: generation.tokens.length,
        reasoningTokens: read.reasoning ? options.tokenizer.encode(read.reasoning).length : 0,
      },
      ...(request.logprobs
        ? {
            logprobs: Array.from(generation.tokens, (token, i) => ({
              token: options.tokenizer.decode([token]),
              logprob: generation.logprobs[i]!,
            })),
          }
        : {}),
    };
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
      start: at,
      end: recorder.length,
      sampled: { text, end, parsed: read.parsed },
      read,
      answer,
      isCut,
      agent: request.agent,
      sessionId,
      ended: this.#ended++,
      isContinued: false,
      isDelivered: false,
    };
    this.#graph.add(node);
    delivery.end(answer);
    return { answer, delivered: () => void (node.isDelivered = true) };
  }

  #events(delivery: Delivery, turn: number): NonNullable<ResolvedRolloutOptions['onEvent']> {
    const { onEvent } = this.context.options;
    return (event) => {
      if (event.kind === 'turn') delivery.restart();
      if (event.kind === 'text') delivery.add(event.text);
      onEvent?.({ ...event, turn });
    };
  }
}

/** @returns The turns of the assistant among a request's new messages: the template numbers calls by turns. */
function foreignTurns({ messages }: NamedConversation, parent: TurnNode): number {
  return messages.slice(parent.messages.length).filter(({ role }) => role === 'assistant').length;
}

/** Sends an answer's pieces as they are drawn. An engine's second try must begin as the first one did. */
class Delivery {
  #reader: AnswerReader;
  #sent = { reasoning: '', content: '' };
  #read = { reasoning: '', content: '' };

  constructor(
    private readonly options: ConstructorParameters<typeof AnswerReader>[0],
    private readonly listener: AnswerListener | undefined,
  ) {
    this.#reader = new AnswerReader(options);
  }

  restart(): void {
    this.#reader = new AnswerReader(this.options);
    this.#read = { reasoning: '', content: '' };
  }

  add(text: string): void {
    if (this.listener === undefined) return;
    for (const piece of this.#reader.add(text)) {
      this.#read[piece.kind] += piece.text;
      this.#send(piece.kind);
    }
  }

  /** Sends what is left of a whole answer. @throws Refusal where the answer is not what was sent. */
  end(answer: ModelAnswer): void {
    if (this.listener === undefined) return;
    this.#read = { reasoning: answer.reasoning ?? '', content: answer.content };
    for (const kind of ['reasoning', 'content'] as const) {
      if (!this.#read[kind].startsWith(this.#sent[kind]))
        throw new Refusal('unavailable', 'the engine began the answer again, and otherwise');
      this.#send(kind);
    }
    deliverCalls(answer, this.listener);
  }

  #send(kind: 'reasoning' | 'content'): void {
    const [read, sent] = [this.#read[kind], this.#sent[kind]];
    if (read.length <= sent.length || !read.startsWith(sent)) return;
    this.#sent[kind] = read;
    this.listener!.piece({ kind, text: read.slice(sent.length) });
  }
}

function deliverCalls({ calls }: ModelAnswer, listener: AnswerListener | undefined): void {
  for (const [index, call] of calls.entries()) {
    listener?.piece({ kind: 'call', index, id: call.id, name: call.name });
    if (call.arguments !== '') listener?.piece({ kind: 'arguments', index, text: call.arguments });
  }
}

function refuseDemands({ demands }: ModelRequest): void {
  const names = { stop: 'stop texts', toolChoice: 'a tool_choice that forces calls', json: 'JSON output' } as const;
  for (const [demand, name] of Object.entries(names))
    if (demands[demand as keyof typeof demands] !== undefined)
      throw new Refusal('invalid-request', `${name}: the policy cannot do that`, { param: demand });
}

function placeAtRoot(messages: readonly RequestMessage[], format: ConversationFormat): Placed {
  const asTemplate = templateMessages(new Map());
  const prompt = messages.map(asTemplate);
  const start = renderedAnyhow(prompt, (rendered) => startConversation(format, rendered));
  const recorded = prompt.map(({ role, content }): Message => ({ role, content }));
  return {
    parent: undefined,
    root: { prompt: recorded, promptLength: start.tokens.length },
    conversation: new AppendOnlyConversation(format, start),
    recorder: new TokenRecorder(start.tokens),
    results: new Map(),
    reply: undefined,
  };
}

/** Some templates take a message of the system at the start alone: elsewhere it is said by the user then. */
function renderedAnyhow<T>(
  messages: readonly TemplateMessage[],
  render: (messages: readonly TemplateMessage[]) => T,
): T {
  try {
    return render(messages);
  } catch (error) {
    const said = messages.map((message, i) =>
      i > 0 && message.role === 'system' ? { ...message, role: 'user' as const } : message,
    );
    if (!(error instanceof ModelFileError) || said.every(({ role }, i) => role === messages[i]!.role)) throw error;
    return render(said);
  }
}

function extendAnyhow(
  conversation: AppendOnlyConversation,
  turn: Parameters<AppendOnlyConversation['extend']>[0],
  answers: readonly TemplateMessage[],
): Int32Array {
  try {
    return conversation.extend(turn, answers);
  } catch (error) {
    if (!(error instanceof ModelFileError) || !answers.some(({ role }) => role === 'system')) throw error;
    return conversation.extend(
      turn,
      answers.map((answer) => (answer.role === 'system' ? { ...answer, role: 'user' } : answer)),
    );
  }
}

/** @returns What turns messages of a request into the template's, in order: results are given the ids that the template knows. */
function templateMessages(
  known: ReadonlyMap<string, { readonly id: string; readonly name: string }>,
): (message: RequestMessage) => TemplateMessage {
  const calls = new Map(known);
  return (message) => {
    if (message.role === 'assistant') {
      for (const { id, name } of message.calls) calls.set(id, { id, name });
      const toolCalls = message.calls.map((call) => ({ id: call.id, name: call.name, ...argumentsOf(call.arguments) }));
      return { role: 'assistant', content: message.content, ...(toolCalls.length === 0 ? {} : { toolCalls }) };
    }
    if (message.role !== 'tool') return message;
    const call = calls.get(message.callId);
    if (call === undefined)
      throw new Refusal(
        'invalid-request',
        `messages: a tool's result for ${JSON.stringify(message.callId)}, which is no call of the turn before it`,
        {
          param: 'messages',
        },
      );
    return { role: 'tool', content: message.content, toolCallId: call.id, name: call.name };
  };
}

function argumentsOf(text: string): { readonly arguments: { readonly [key: string]: JsonValue } } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { arguments: value as { readonly [key: string]: JsonValue } };
  } catch {
    // Not JSON: a call that its model wrote badly.
  }
  return { arguments: {} };
}
