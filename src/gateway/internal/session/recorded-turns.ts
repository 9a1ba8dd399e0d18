import type { TurnAccount } from '../../gateway-account.js';
import { turnAccounts } from './account.js';
import type { Draw } from './draw.js';
import type { DrawnSoFar, DrawnTurn } from './draw-turn.js';
import type { PlacedRequest } from './place-request.js';
import type { Prefix } from './prefix.js';
import type { KnownAnswers, ReadRequest } from './read-request.js';
import type { UnparsedCall } from './restore-calls.js';
import type { TurnNode } from './turn-node.js';

/** A request that a turn is drawn for. */
export interface AskedTurn {
  readonly read: ReadRequest;
  readonly placed: PlacedRequest;
  /** Where its messages end. */
  readonly end: Prefix;
  readonly draw: Draw;
  /** Most tokens of the turn. */
  readonly room: number;
}

/** The turns of a session. */
export class RecordedTurns implements KnownAnswers {
  /** In the order in which they ended. */
  readonly nodes: TurnNode[] = [];
  readonly byAnswer = new Map<string, TurnNode>();
  readonly unparsed = new Map<string, UnparsedCall>();
  /** Those that their clients left while they were drawn. */
  readonly #left: TurnAccount[] = [];

  /** Keeps a turn that was drawn, where later requests find it. */
  add(
    { read, placed, end, draw }: AskedTurn,
    { at, answer, read: said, sampled, isCut }: DrawnTurn,
    { key, sessionId, endedBefore }: Pick<TurnNode, 'key' | 'sessionId' | 'endedBefore'>,
  ): TurnNode {
    const { request, tree, instructions } = read;
    const { parent, root, conversation, recorder, results, reply } = placed;
    const { content, calls } = answer;
    const prefix = end.with({ role: 'assistant', content, calls });
    const node: TurnNode = {
      root,
      parent,
      conversation,
      recorder,
      results,
      reply,
      key,
      sessionId,
      endedBefore,
      answer,
      read: said,
      sampled,
      isCut,
      prefix,
      instructions,
      draw,
      ordinal: draw.ordinal,
      depth: parent === undefined ? 0 : parent.depth + 1 + assistantTurns(read),
      isStored: request.store,
      start: at,
      end: recorder.length,
      agent: request.agent,
      endOrder: this.nodes.length,
      isTrained: tree.isTrained,
      isContinued: false,
    };
    if (parent !== undefined)
      for (const [index, result] of results)
        if (result.isError) (parent.failedResults ??= new Map()).set(index, result);
    prefix.turns.push(node);
    this.nodes.push(node);
    this.byAnswer.set(answer.id, node);
    for (const [index, call] of calls.entries()) {
      const parsed = node.read.parsed.calls[index];
      if (parsed?.kind === 'invalid') this.unparsed.set(call.id, { arguments: call.arguments, error: parsed.error });
    }
    return node;
  }

  /** Notes a turn whose client went away while it was drawn. What was drawn is in the account alone: no path of the rollout has it. */
  leave({ read, placed: { parent, recorder }, draw }: AskedTurn, id: string, { tokens, text }: DrawnSoFar): void {
    const { request, tree } = read;
    this.#left.push({
      id,
      ...(parent === undefined ? {} : { parent: parent.answer.id }),
      ...(request.agent === undefined ? {} : { agent: request.agent }),
      draw: draw.ordinal,
      state: 'left',
      isTrained: tree.isTrained,
      promptTokens: recorder.length,
      cachedTokens: parent?.end ?? 0,
      completionTokens: tokens,
      text,
      calls: [],
    });
  }

  accounts(): TurnAccount[] {
    return [...turnAccounts(this.nodes), ...this.#left];
  }
}

/** @returns The turns of the assistant among a request's new messages: the template numbers calls by turns. */
function assistantTurns({ messages, match }: ReadRequest): number {
  return messages.slice(match.matched).filter(({ role }) => role === 'assistant').length;
}
