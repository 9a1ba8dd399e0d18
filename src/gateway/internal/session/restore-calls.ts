import type { RequestMessage } from '../../model-request.js';
import { objectOf } from '../json-object.js';

/** A call whose arguments did not parse, as it was delivered, and what its parser said. */
export interface UnparsedCall {
  readonly arguments: string;
  readonly error: string;
}

/**
 * Members under which clients send the arguments of a call back that were no object. Only a call that did not parse is read so: a model may name an
 * argument like one of them.
 *
 * @remarks Sources: `@ai-sdk/anthropic` 4 (`rawInvalidInput`); Anthropic's guide to fine-grained tool streaming (`INVALID_JSON`).
 */
const INVALID_INPUT = ['rawInvalidInput', 'INVALID_JSON'];

/**
 * Undoes what the dialect Messages does to calls that did not parse. It has objects for arguments, so such a call goes out with `{}` and comes back
 * with it. Here it gets what the model wrote again, and its result begins with the parser's error: the client knows of none.
 *
 * @param unparsed - Such calls of the session, by their ids.
 */
export function restoreCalls(
  messages: readonly RequestMessage[],
  unparsed: ReadonlyMap<string, UnparsedCall>,
): readonly RequestMessage[] {
  if (unparsed.size === 0) return messages;
  const restored = new Set<string>();
  return messages.map((message) => {
    if (message.role === 'assistant') {
      const calls = message.calls.map((call) => {
        const delivered = unparsed.get(call.id);
        const sent = delivered && objectOf(call.arguments);
        const members = sent && Object.keys(sent);
        if (members?.length === 0) restored.add(call.id);
        else if (members?.length !== 1 || !INVALID_INPUT.includes(members[0]!)) return call;
        return { ...call, arguments: delivered!.arguments };
      });
      return { ...message, calls };
    }
    if (message.role !== 'tool' || !restored.has(message.callId)) return message;
    const { error } = unparsed.get(message.callId)!;
    return { ...message, content: message.content.trim() === '' ? error : `${error}\n${message.content}` };
  });
}
