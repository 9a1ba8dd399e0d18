import { ModelFileError, type Message, type TemplateMessage } from '../../../base/index.js';
import {
  AppendOnlyConversation,
  TokenRecorder,
  callId,
  encodeGuarded,
  idOf,
  type WrittenTurn,
} from '../../../rollout/internal/index.js';
import type { IsToolError } from '../../agent-settings.js';
import type { RequestMessage } from '../../model-request.js';
import { Refusal } from '../refusal.js';
import type { Layout } from './layouts.js';
import { objectOf } from '../json-object.js';
import { readCallResult } from './tool-errors.js';
import type { CallResult, Root, TurnNode } from './turn-node.js';

/** What a request is drawn after. */
export interface PlacedRequest {
  readonly parent: TurnNode | undefined;
  readonly root: Root;
  readonly conversation: AppendOnlyConversation;
  readonly recorder: TokenRecorder;
  readonly results: ReadonlyMap<number, CallResult>;
  readonly reply: string | undefined;
}

interface PlaceOptions {
  readonly layout: Layout;
  readonly isToolError: IsToolError | undefined;
}

/**
 * Lays out what a request says after the turn that it goes on from.
 *
 * @param rest - The messages after that turn; all of them where there is none.
 * @throws Refusal where the template has no place for them.
 */
export function placeRequest(
  node: TurnNode | undefined,
  rest: readonly RequestMessage[],
  options: PlaceOptions,
): PlacedRequest {
  try {
    return node === undefined ? placeAtRoot(rest, options.layout) : placeAfter(node, rest, options);
  } catch (error) {
    if (!(error instanceof ModelFileError)) throw error;
    throw new Refusal('invalid-request', `messages: ${error.message}`, { param: 'messages', cause: error });
  }
}

function placeAtRoot(messages: readonly RequestMessage[], { format, start: startOf }: Layout): PlacedRequest {
  const asTemplate = templateMessages(new Map(), 0, format);
  const prompt = withOneSystemMessage(messages).map(asTemplate);
  const start = renderWithSystemFallback(prompt, startOf);
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

function placeAfter(
  node: TurnNode,
  rest: readonly RequestMessage[],
  { layout: { format }, isToolError }: PlaceOptions,
): PlacedRequest {
  const conversation = node.conversation.copy();
  const recorder = node.recorder.copy();
  const said: string[] = [];
  const callIds = new Map(
    node.read.calls.map(
      ({ id, name }, index) => [id, { id: idOf(node.read.parsed.calls[index]!, node.depth, index), name }] as const,
    ),
  );
  let turn: TurnNode['sampled'] | WrittenTurn = node.sampled;
  let answers: TemplateMessage[] = [];
  let isOwn = true;
  const asTemplate = templateMessages(callIds, node.depth + 1, format);
  for (const [i, message] of rest.entries()) {
    if (message.role === 'assistant') {
      recorder.addRead(conversation.extend(turn, answers));
      const written = conversation.write(asTemplate(message), rest[i + 1] && asTemplate(rest[i + 1]!));
      recorder.addRead(encodeGuarded(written.text + written.end, format.tokenizer));
      [turn, answers, isOwn] = [written, [], false];
      continue;
    }
    answers.push(asTemplate(message));
    if (isOwn && message.role !== 'tool') said.push(message.content);
  }
  recorder.addRead(extendWithSystemFallback(conversation, turn, answers));
  const reply = said.length === 0 ? undefined : said.join('\n\n');
  return {
    parent: node,
    root: node.root,
    conversation,
    recorder,
    results: callResults(node, rest, isToolError),
    reply,
  };
}

/** @returns The results of a turn's calls, by their place in it. @param rest - The messages after the turn. */
export function callResults(
  { read }: TurnNode,
  rest: readonly RequestMessage[],
  isToolError: IsToolError | undefined,
): ReadonlyMap<number, CallResult> {
  const results = new Map<number, CallResult>();
  for (const message of rest) {
    if (message.role === 'assistant') break;
    if (message.role !== 'tool') continue;
    const index = read.calls.findIndex(({ id }) => id === message.callId);
    // A call with two results has failed if one of them is an error.
    if (index < 0 || results.get(index)?.isError === true) continue;
    results.set(index, readCallResult(message, read.calls[index]!.name, isToolError));
  }
  return results;
}

/** Templates take one message of the system at the start. */
function withOneSystemMessage(messages: readonly RequestMessage[]): readonly RequestMessage[] {
  const first = messages.findIndex(({ role }) => role !== 'system');
  const count = first < 0 ? messages.length : first;
  if (count < 2) return messages;
  const content = messages.slice(0, count).map((message) => message.content);
  return [{ role: 'system', content: content.join('\n\n') }, ...messages.slice(count)];
}

/** Some templates take a message of the system at the start alone: elsewhere it is said by the user then. */
function renderWithSystemFallback<T>(
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

function extendWithSystemFallback(
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

/**
 * @param known - Calls of the turn before, by the ids that the client has.
 * @param firstTurn - How many turns of the assistant there are before these messages.
 * @returns What turns messages of a request into the template's, in order. Calls and their results get ids as rollouts have them: some templates
 *   take no others.
 */
function templateMessages(
  known: ReadonlyMap<string, { readonly id: string; readonly name: string }>,
  firstTurn: number,
  { template }: Layout['format'],
): (message: RequestMessage) => TemplateMessage {
  const calls = new Map(known);
  let [turn, count] = [firstTurn, 0];
  return (message) => {
    if (message.role === 'assistant') {
      const toolCalls = message.calls.map(({ id: clientId, name, arguments: args }, index) => {
        const id = template.toolCallFormat.callId?.(name, count++) ?? callId(turn, index);
        calls.set(clientId, { id, name });
        return { id, name, arguments: objectOf(args) ?? {} };
      });
      turn++;
      return { role: 'assistant', content: message.content, ...(toolCalls.length === 0 ? {} : { toolCalls }) };
    }
    if (message.role !== 'tool') return message;
    const call = calls.get(message.callId);
    if (call === undefined)
      throw new Refusal(
        'invalid-request',
        `messages: tool result for the unknown call id ${JSON.stringify(message.callId)}`,
        {
          param: 'messages',
        },
      );
    return { role: 'tool', content: message.content, toolCallId: call.id, name: call.name };
  };
}
