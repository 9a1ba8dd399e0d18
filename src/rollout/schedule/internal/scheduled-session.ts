import type { ScheduledRequest } from './dispatcher.js';

/** Where a session lives: it counts the tokens of all that live there. */
export interface SessionHome {
  tokens: number;
}

/** A rollout as the scheduler sees it: from its first request until its session is ended. */
export class ScheduledSession<Home extends SessionHome = SessionHome> {
  readonly id: string;
  readonly group: string;
  /** Tokens that it began with. */
  readonly begun: number;
  /** Tokens of its context when its last request began or ended. */
  tokens: number;
  /** Most tokens by which it may still grow. */
  most = 0;
  /** Tokens by which it will still grow; undefined where that is not known. */
  known: number | undefined;
  /** How many steps of its engine it takes to grow by one token, tool calls included. */
  stepsPerToken = 1;
  /** Whether it was sent somewhere because full engines would end it too late. */
  isUrgent = false;
  /** Where lengths are known: tokens to generate, and time in tools. */
  #toGenerate = 0;
  #toolMs = 0;
  /** When its last turn ended. */
  #endedAt = 0;
  /** The engine that keeps its KV cache. */
  engine: Home | undefined;
  /** The request that waits or runs. */
  request: ScheduledRequest | undefined;
  /** When its last request was sent; undefined before the first. */
  sentAt: number | undefined;
  /** How long a step took when it was sent. */
  stepMs = 0;

  constructor({ sessionId, group, contextTokens }: ScheduledRequest) {
    this.id = sessionId;
    this.group = group;
    this.begun = this.tokens = contextTokens;
  }

  /** Tokens that its running turn has generated, as far as is known. */
  get generated(): number {
    return this.request?.generated() ?? 0;
  }

  /** Tokens by which it has grown since it began. */
  get grown(): number {
    return this.tokens + this.generated - this.begun;
  }

  /** @param stepMs - Of an engine that is full. */
  arrive(request: ScheduledRequest, stepMs: number): void {
    this.request = request;
    this.growTo(request.contextTokens);
    this.most = request.maxTokens;
    const { known } = request;
    this.known = known?.tokens;
    if (known === undefined) return;
    const { tokens, generated = tokens, toolMs = 0 } = known;
    [this.#toGenerate, this.#toolMs] = [generated, toolMs];
    this.stepsPerToken = (generated + toolMs / stepMs) / Math.max(1, tokens);
  }

  /** Its turn ended with so many tokens. */
  turnEnded(generated: number, now: number): void {
    this.#toGenerate -= generated;
    this.#endedAt = now;
  }

  /** Where lengths are known: tokens that it will still generate, at least one. */
  get tokensLeft(): number {
    return Math.max(1, this.#toGenerate - this.generated);
  }

  /** Where lengths are known: its time in tools from now on. A session without a request is in a tool call. */
  toolMsLeft(now: number): number {
    return Math.max(0, this.#toolMs - (this.request === undefined ? now - this.#endedAt : 0));
  }

  growTo(tokens: number): void {
    const growth = Math.max(0, tokens - this.tokens);
    if (this.engine !== undefined) this.engine.tokens += tokens - this.tokens;
    this.tokens = tokens;
    this.most -= growth;
    if (this.known !== undefined) this.known -= growth;
  }
}
