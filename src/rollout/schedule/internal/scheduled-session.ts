import type { ScheduledRequest } from './dispatcher.js';

/** Where a session lives: it counts the tokens of all that live there. */
export interface SessionHome {
  tokens: number;
}

/** A rollout as the scheduler sees it: from its first request until its session is ended. */
export class ScheduledSession<R extends ScheduledRequest, H extends SessionHome = SessionHome> {
  readonly id: string;
  readonly group: string;
  /** Tokens that it began with, and that it had when last seen. */
  readonly begun: number;
  tokens: number;
  /** By how many it may grow from there, and by how many it will, where that is known. */
  most = 0;
  known: number | undefined;
  /** How many steps of its engine it takes to grow by one, tool calls included. */
  stepsPerToken = 1;
  /** It was sent somewhere as one that full engines would end too late. */
  isHurried = false;
  /** Of what is known: tokens to draw, and time in tools. */
  #drawn = 0;
  #toolMs = 0;
  /** When its last turn ended. */
  #endedAt = 0;
  /** Where it lives. */
  engine: H | undefined;
  /** What waits or runs. */
  request: R | undefined;
  /** When its request was sent, undefined before the first, and how long a step was then. */
  sentAt: number | undefined;
  stepMs = 0;

  constructor({ sessionId, group, contextTokens }: R) {
    this.id = sessionId;
    this.group = group;
    this.begun = this.tokens = contextTokens;
  }

  /** Tokens by which its running turn has grown, as far as is known. */
  get generated(): number {
    return this.request?.generated() ?? 0;
  }

  /** Tokens by which it has grown since it began. */
  get grown(): number {
    return this.tokens + this.generated - this.begun;
  }

  /** @param stepMs - Of an engine that is full. */
  arrive(request: R, stepMs: number): void {
    this.request = request;
    this.growTo(request.contextTokens);
    this.most = request.maxTokens;
    const { known } = request;
    this.known = known?.tokens;
    if (known === undefined) return;
    const { tokens, generated = tokens, toolMs = 0 } = known;
    [this.#drawn, this.#toolMs] = [generated, toolMs];
    this.stepsPerToken = (generated + toolMs / stepMs) / Math.max(1, tokens);
  }

  /** Its turn ended with so many tokens. */
  turnEnded(generated: number, now: number): void {
    this.#drawn -= generated;
    this.#endedAt = now;
  }

  /** Of what is known: tokens that it will still draw, at least one. */
  get tokensLeft(): number {
    return Math.max(1, this.#drawn - this.generated);
  }

  /** Of what is known: its time in tools from now on. */
  toolMsLeft(now: number): number {
    // What ended a turn is in a tool call.
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
