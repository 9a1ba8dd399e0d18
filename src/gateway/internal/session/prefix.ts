import type { TemplateTool } from '../../../base/index.js';
import type { RequestMessage } from '../../model-request.js';
import { defaultsOf, isAlike, isAlikeCall, normalText, type Defaults } from './normal-form.js';
import type { EqualRequests } from './equal-requests.js';
import type { TurnNode } from './turn-node.js';

/**
 * How a conversation begins: the tools and the first messages, as they were delivered or sent. All conversations of a session that begin alike share
 * it, so that each message is kept once.
 */
export class Prefix {
  /** The turns that were delivered as its last message, in the order in which they ended. */
  readonly turns: TurnNode[] = [];
  /** What was asked at its end. */
  requests: EqualRequests | undefined;
  /** Those with one message more: the first one, and all of them by how their messages look where there are several. */
  #first: Prefix | undefined;
  #next: Map<string, Prefix[]> | undefined;
  /** How arguments of its message's calls were written when they came back last, by the calls' ids. */
  #written: Map<string, string> | undefined;

  private constructor(
    /** Of the tools' arguments. */
    readonly defaults: Defaults,
    private readonly parent?: Prefix,
    /** The last message, without reasoning and keys; undefined where there is none yet. */
    private readonly message?: RequestMessage,
  ) {}

  /** How conversations begin that have these tools. */
  static root(tools: readonly TemplateTool[]): Prefix {
    return new Prefix(defaultsOf(tools));
  }

  /** @returns This with one message more; undefined where none was kept. */
  find(message: RequestMessage): Prefix | undefined {
    if (this.#next !== undefined) return this.#next.get(bucketKey(message))?.find((next) => next.#endsIn(message));
    return this.#first !== undefined && this.#first.#endsIn(message) ? this.#first : undefined;
  }

  /** @returns This with one message more, which is kept from now on. */
  with(message: RequestMessage): Prefix {
    const known = this.find(message);
    if (known !== undefined) return known;
    const { role, content } = message;
    const kept: RequestMessage = role === 'assistant' ? { role, content, calls: message.calls } : message;
    const next = new Prefix(this.defaults, this, kept);
    this.#keep(next);
    return next;
  }

  #keep(next: Prefix): void {
    if (this.#first === undefined) {
      this.#first = next;
      return;
    }
    this.#next ??= new Map([[bucketKey(this.#first.message!), [this.#first]]]);
    const name = bucketKey(next.message!);
    const alike = this.#next.get(name);
    if (alike === undefined) this.#next.set(name, [next]);
    else alike.push(next);
  }

  #endsIn(message: RequestMessage): boolean {
    return isAlike(this.message!, message, (own, sent) => {
      if (this.#written?.get(own.id) === sent.arguments) return true;
      if (!isAlikeCall(own, sent, this.defaults)) return false;
      if (own.arguments !== sent.arguments) (this.#written ??= new Map()).set(own.id, sent.arguments);
      return true;
    });
  }

  /** Its messages, the first one first. */
  messages(): RequestMessage[] {
    const messages = this.message === undefined ? [] : [this.message];
    for (let at = this.parent; at?.message !== undefined; at = at.parent) messages.push(at.message);
    return messages.reverse();
  }
}

/** Messages that are not alike differ here mostly: whole texts are not kept as keys. */
function bucketKey({ role, content }: RequestMessage): string {
  const text = normalText(content);
  return `${role} ${text.length} ${text.slice(-16)}`;
}
