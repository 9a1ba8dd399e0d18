import type { TemplateTool } from '../../../base/index.js';
import type { RequestMessage } from '../../exchange.js';
import { defaultsOf, normalForm, toolsHash, withMessage, type Defaults, type NormalMessage } from './normal-form.js';
import type { Requests } from './requests.js';
import type { TurnNode } from './turn-node.js';

/**
 * How a conversation begins: the tools and the first messages, as they were delivered or sent. All conversations of a session that begin alike share
 * it, so that each message is kept once.
 */
export class Prefix {
  /** The turns that were delivered as its last message, in the order in which they ended. */
  readonly turns: TurnNode[] = [];
  /** What was asked at its end. */
  requests: Requests | undefined;
  readonly #next = new Map<string, Prefix[]>();

  private constructor(
    readonly parent: Prefix | undefined,
    /** Its last message, without reasoning and keys; undefined where there is none yet. */
    readonly message: RequestMessage | undefined,
    private readonly normal: NormalMessage | undefined,
    /** Names everything in it. */
    readonly hash: string,
    /** How many messages it has. */
    readonly length: number,
    private readonly defaults: Defaults,
  ) {}

  /** How conversations begin that have these tools. */
  static root(tools: readonly TemplateTool[]): Prefix {
    return new Prefix(undefined, undefined, undefined, toolsHash(tools), 0, defaultsOf(tools));
  }

  /** @returns What is compared of a message that has these tools before it. */
  normalForm(message: RequestMessage): NormalMessage {
    return normalForm(message, this.defaults);
  }

  /** @returns This with one message more; undefined where none was kept. */
  find(normal: NormalMessage): Prefix | undefined {
    return this.#next
      .get(likeness(normal))
      ?.find(({ normal: own }) => own!.text === normal.text && own!.calls === normal.calls);
  }

  /** @returns This with one message more, which is kept from now on. */
  with(message: RequestMessage, normal = this.normalForm(message)): Prefix {
    const known = this.find(normal);
    if (known !== undefined) return known;
    const { role, content } = message;
    const kept: RequestMessage = role === 'assistant' ? { role, content, calls: message.calls } : message;
    const next = new Prefix(this, kept, normal, withMessage(this.hash, normal), this.length + 1, this.defaults);
    const alike = this.#next.get(likeness(normal));
    if (alike === undefined) this.#next.set(likeness(normal), [next]);
    else alike.push(next);
    return next;
  }

  /** Its messages, the first one first. */
  messages(): RequestMessage[] {
    const messages = this.message === undefined ? [] : [this.message];
    for (let at = this.parent; at?.message !== undefined; at = at.parent) messages.push(at.message);
    return messages.reverse();
  }
}

/** Messages that are not alike differ here mostly: whole texts are not kept as keys. */
function likeness({ role, text, calls }: NormalMessage): string {
  return `${role} ${text.length} ${calls.length} ${text.slice(-16)}`;
}
