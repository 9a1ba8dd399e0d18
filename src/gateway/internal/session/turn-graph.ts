import type { ModelRequest, RequestMessage } from '../../exchange.js';
import { toolsHash, withMessage } from './normal-form.js';
import { hasSameReasoning, pathTo, type TurnNode } from './turn-node.js';

/** Where a request goes on: the last turn whose delivery it repeats, if there is one, and how many messages it repeats. */
export interface Match {
  readonly node: TurnNode | undefined;
  readonly matched: number;
}

/** A conversation with the names of its beginnings: `hashes[i]` names the tools and the first i messages. */
export interface NamedConversation {
  readonly messages: readonly RequestMessage[];
  readonly hashes: readonly string[];
}

/** @returns The conversation of a request, system messages at its start joined: templates take one. */
export function nameConversation(tools: ModelRequest['tools'], messages: readonly RequestMessage[]): NamedConversation {
  const first = messages.findIndex(({ role }) => role !== 'system');
  const system = messages.slice(0, first < 0 ? messages.length : first);
  const joined: RequestMessage[] =
    system.length < 2
      ? [...messages]
      : [
          { role: 'system', content: system.map(({ content }) => content).join('\n\n') },
          ...messages.slice(system.length),
        ];
  const hashes = [toolsHash(tools)];
  for (const message of joined) hashes.push(withMessage(hashes.at(-1)!, message));
  return { messages: joined, hashes };
}

/** The turns of a session, found by what was delivered up to and with them. */
export class TurnGraph {
  readonly #byHash = new Map<string, TurnNode[]>();
  readonly #byAnswer = new Map<string, TurnNode>();
  readonly nodes: TurnNode[] = [];
  /** How often several turns had been delivered alike, and ids or the lowest draw decided. */
  ties = 0;

  add(node: TurnNode): void {
    this.nodes.push(node);
    this.#byAnswer.set(node.answer.id, node);
    const alike = this.#byHash.get(node.hash);
    if (alike === undefined) this.#byHash.set(node.hash, [node]);
    else alike.push(node);
  }

  /** @returns The turn of an answer's id. */
  ofAnswer(id: string): TurnNode | undefined {
    return this.#byAnswer.get(id);
  }

  /** Finds the longest beginning of a conversation that was delivered. @param previous - The answer that the client says it goes on from. */
  find({ messages, hashes }: NamedConversation, previous: TurnNode | undefined): Match {
    for (let at = messages.length - 1; at >= 0; at--) {
      const message = messages[at]!;
      if (message.role !== 'assistant') continue;
      const alike = (this.#byHash.get(hashes[at + 1]!) ?? []).filter((node) => hasSameReasoning(node, messages));
      if (alike.length > 0) return { node: this.#choose(alike, messages, previous), matched: at + 1 };
    }
    return { node: undefined, matched: 0 };
  }

  /** Among turns that were delivered alike: the one whose ids came back, the one that the client names, the lowest draw. */
  #choose(alike: readonly TurnNode[], messages: readonly RequestMessage[], previous: TurnNode | undefined): TurnNode {
    if (alike.length === 1) return alike[0]!;
    this.ties++;
    const ids = (node: TurnNode) =>
      pathTo(node).filter((turn) => {
        const sent = messages[turn.messages.length - 1];
        return sent?.role === 'assistant' && (sent.keys ?? []).some((key) => key.includes(turn.answer.id));
      }).length;
    const draws = (node: TurnNode) => pathTo(node).map(({ ordinal }) => ordinal);
    return [...alike].sort(
      (a, b) => ids(b) - ids(a) || Number(b === previous) - Number(a === previous) || compareDraws(draws(a), draws(b)),
    )[0]!;
  }
}

function compareDraws(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((ordinal, i) => ordinal !== b[i]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}
