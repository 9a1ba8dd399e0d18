import type { RequestMessage } from '../../model-request.js';
import { normalText } from './normal-form.js';
import type { Prefix } from './prefix.js';
import { pathTo, type TurnNode } from './turn-node.js';

/** Where a request goes on. */
export interface Match {
  /** The last turn whose delivery it repeats, if there is one. */
  readonly node: TurnNode | undefined;
  /** How many of its messages that is. */
  readonly matched: number;
  /** Whether several turns had been delivered alike, and ids or the lowest draw decided. */
  readonly isTie: boolean;
  /** Where the whole request was asked before; undefined where it was not. */
  readonly end: Prefix | undefined;
  /** Keeps the request's messages. @returns Where it ends. */
  readonly keep: () => Prefix;
}

/** A turn whose delivery a request repeats, and how many of the ids on its path came back. */
interface Candidate {
  readonly node: TurnNode;
  readonly ids: number;
}

/**
 * Finds the longest beginning of a conversation that was delivered.
 *
 * @param root - That of the request's tools.
 * @param previous - The answer that the client says it goes on from.
 */
export function matchRequest(root: Prefix, messages: readonly RequestMessage[], previous: TurnNode | undefined): Match {
  const alive = new Map<TurnNode, Candidate>();
  let [deepest, matched]: [readonly Candidate[], number] = [[], 0];
  let at: Prefix | undefined = root;
  let known = root;
  let count = 0;
  for (const message of messages) {
    at = at.find(message);
    if (at === undefined) break;
    [known, count] = [at, count + 1];
    if (message.role !== 'assistant') continue;
    const alike: Candidate[] = [];
    for (const node of at.turns) {
      const before = node.parent === undefined ? 0 : alive.get(node.parent)?.ids;
      if (before === undefined || !hasReasoningOf(message, node)) continue;
      const candidate = { node, ids: before + Number(hasIdOf(message, node)) };
      alike.push(candidate);
      alive.set(node, candidate);
    }
    if (alike.length > 0) [deepest, matched] = [alike, count];
  }
  return {
    node: choose(deepest, previous),
    matched,
    isTie: deepest.length > 1,
    end: at,
    keep: () => messages.slice(count).reduce((prefix, message) => prefix.with(message), known),
  };
}

type Sent = Extract<RequestMessage, { role: 'assistant' }>;

/** Absent reasoning is that of any turn. */
function hasReasoningOf({ reasoning }: Sent, { read }: TurnNode): boolean {
  return reasoning === undefined || normalText(reasoning) === normalText(read.reasoning ?? '');
}

/** Whether a signature or an id came back that was delivered with the turn. */
function hasIdOf({ keys = [] }: Sent, { answer }: TurnNode): boolean {
  return keys.some((key) => key.includes(answer.id));
}

/** Among turns that were drawn alike: the one whose ids came back, the one that the client names, one that its client has, the lowest draw. */
function choose(alike: readonly Candidate[], previous: TurnNode | undefined): TurnNode | undefined {
  if (alike.length < 2) return alike[0]?.node;
  const draws = alike.map(({ node, ids }) => ({ node, ids, ordinals: pathTo(node).map(({ ordinal }) => ordinal) }));
  draws.sort(
    (a, b) =>
      b.ids - a.ids ||
      Number(b.node === previous) - Number(a.node === previous) ||
      Number(b.node.draw.isDelivered) - Number(a.node.draw.isDelivered) ||
      compareOrdinals(a.ordinals, b.ordinals),
  );
  return draws[0]!.node;
}

function compareOrdinals(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((ordinal, i) => ordinal !== b[i]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}
