import type { ModelRequest, RequestMessage } from '../../model-request.js';
import { Refusal } from '../refusal.js';
import { matchRequest, type Match } from './match.js';
import { restoreCalls, type UnparsedCall } from './restore-calls.js';
import type { ToolSet, ToolSets } from './tool-sets.js';
import type { TurnNode } from './turn-node.js';

/** The turns of a session that are trained on, or those that are not: neither goes on from the other. */
export interface TreeSettings {
  readonly isTrained: boolean;
  /** Begins the names of its draws. */
  readonly seed: string;
  readonly toolSets: ToolSets;
  /** Most tokens of a path, its prompt included; known from the first request on. */
  mostTokens: number | undefined;
}

/** What a request is read with. */
export interface KnownAnswers {
  /** Turns by their answers' ids. */
  readonly byAnswer: ReadonlyMap<string, TurnNode>;
  readonly unparsed: ReadonlyMap<string, UnparsedCall>;
}

/** A request that was compared with what was delivered before. */
export interface ReadRequest {
  readonly request: ModelRequest;
  readonly tree: TreeSettings;
  readonly set: ToolSet;
  /** Its whole conversation. */
  readonly messages: readonly RequestMessage[];
  /** How many of them are instructions of this request alone. */
  readonly instructions: number;
  readonly match: Match;
}

/** @throws Refusal where the response that it goes on from is not there, and where there is nothing to answer. */
export function readRequest(
  request: ModelRequest,
  tree: TreeSettings,
  { byAnswer, unparsed }: KnownAnswers,
): ReadRequest {
  const previous = previousOf(request, byAnswer);
  const instructions = request.instructions ? [{ role: 'system', content: request.instructions } as const] : [];
  const messages: readonly RequestMessage[] = [
    ...instructions,
    ...(previous?.prefix.messages().slice(previous.instructions) ?? []),
    ...restoreCalls(request.messages, unparsed),
  ];
  if (messages.length === 0)
    throw new Refusal('invalid-request', 'messages: expected at least one', { param: 'messages' });
  if (messages.at(-1)!.role === 'assistant')
    throw new Refusal(
      'invalid-request',
      'messages: expected the last message from the user or a tool, got one from the assistant (prefilled answers are not supported)',
      { param: 'messages' },
    );
  const set = tree.toolSets.of(request.tools);
  const match = matchRequest(set.root, messages, previous);
  return { request, tree, set, messages, instructions: instructions.length, match };
}

function previousOf(
  { previousResponseId: id }: ModelRequest,
  byAnswer: KnownAnswers['byAnswer'],
): TurnNode | undefined {
  const previous = id === undefined ? undefined : byAnswer.get(id);
  if (id === undefined || previous?.isStored === true) return previous;
  throw new Refusal('not-found', `previous_response_id: no response ${JSON.stringify(id)} in this session`, {
    param: 'previous_response_id',
  });
}
