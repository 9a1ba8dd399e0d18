import {
  DatasetError,
  ModelFileError,
  type ChatConversation,
  type TemplateDrift,
  type TemplateMessage,
  type TemplateToolCall,
  type Tokenizer,
} from '../base/index.js';
import { checkArgument } from '../base/internal/index.js';
import type { ChatTemplate } from './chat-template/chat-template.js';
import { leftOutBy } from './chat-template/internal/index.js';
import { AppendOnlyConversation } from './internal/conversation/append-only-conversation.js';
import { startConversation } from './internal/conversation/conversation-start.js';
import { encodeGuarded, guardAll } from './internal/conversation/guarded-text.js';
import { callId } from './internal/conversation/turn-messages.js';

/** A conversation as tokens. */
export interface ConversationLayout {
  /** Shape [T]. */
  readonly tokens: Int32Array;
  /** Shape [T]; 1 for tokens of the assistant, including the token that ends a turn; 0 for all other tokens and for the first token. */
  readonly mask: Uint8Array;
  /** The first difference from the template's rendering of the whole conversation. */
  readonly drift?: TemplateDrift;
}

/** The chat format of a model: the results of `loadChatTemplate` and `loadTokenizer`. */
export interface ModelFormat {
  readonly template: ChatTemplate;
  readonly tokenizer: Tokenizer;
}

/**
 * Converts a known conversation to the tokens that a rollout of it would have: every turn of the assistant as the model would have written
 * it after the prompt, and between two turns the template's text, each encoded alone. Tokens are only appended, so each turn has exactly
 * the tokens before it that the model would have read. Contents of messages never become control tokens.
 *
 * Messages after the last turn of the assistant are left out, because nothing is learned from them.
 *
 * @throws DatasetError for an invalid conversation: without a turn of the assistant, with an empty turn, or with a tool's answer without a
 *   call; ModelFileError if the template refuses it. Both name the message.
 */
export function layOutConversation(conversation: ChatConversation, format: ModelFormat): ConversationLayout {
  checkArgument(conversation, 'conversation', { messages: 'an array', tools: 'an array' });
  checkArgument(format, 'format', { template: 'an object', tokenizer: 'an object' });
  const { template, tokenizer } = format;
  const messages = knownMessages(conversation.messages, template);
  const answers = messages.filter(({ role }) => role === 'tool');
  const leftOut = leftOutBy(template, answers);
  if (leftOut.length > 0)
    throw new ModelFileError(`${template.name}: the chat template leaves out ${leftOut.join(' and ')}`);
  const turns = messages.flatMap(({ role }, i) => (role === 'assistant' ? [i] : []));
  const spoken = { template, tokenizer, tools: guardAll(conversation.tools, tokenizer) };
  const start = naming(0, () => startConversation(spoken, messages.slice(0, turns[0])));
  const grown = new AppendOnlyConversation(spoken, start);
  const stretches: { readonly ids: Int32Array; readonly counts: 0 | 1 }[] = [{ ids: start.tokens, counts: 0 }];
  for (const [turn, at] of turns.entries())
    naming(at, () => {
      const written = grown.write(messages[at]!, messages[at + 1]);
      stretches.push({ ids: encodeGuarded(written.text + written.end, tokenizer), counts: 1 });
      const next = turns[turn + 1];
      if (next === undefined) return;
      stretches.push({ ids: grown.extend(written, messages.slice(at + 1, next)), counts: 0 });
    });
  const length = stretches.reduce((sum, { ids }) => sum + ids.length, 0);
  const [tokens, mask] = [new Int32Array(length), new Uint8Array(length)];
  let at = 0;
  for (const { ids, counts } of stretches) {
    tokens.set(ids, at);
    mask.fill(counts, at, (at += ids.length));
  }
  mask[0] = 0;
  return { tokens, mask, ...(grown.drift === undefined ? {} : { drift: grown.drift }) };
}

function naming<T>(message: number, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof ModelFileError)) throw cause;
    throw new ModelFileError(`messages[${message}]: ${cause.message}`, { cause });
  }
}

/** @returns The messages with the ids of calls that rollouts have: some templates take no others. */
function knownMessages(messages: readonly TemplateMessage[], { toolCallFormat }: ChatTemplate): TemplateMessage[] {
  if (!messages.some(({ role }) => role === 'assistant'))
    throw new DatasetError('messages: expected at least one turn of the assistant, got none');
  let turn = -1;
  let calls: readonly TemplateToolCall[] = [];
  let [answers, count] = [0, 0];
  let ids: readonly string[] = [];
  return messages.map((message, i) => {
    const { role, content, toolCalls = [], toolCallId } = message;
    if (role === 'assistant') {
      if (content.trim() === '' && toolCalls.length === 0)
        throw new DatasetError(`messages[${i}]: expected content or tool calls of the assistant, got neither`);
      [calls, answers] = [toolCalls, 0];
      turn++;
      ids = calls.map(({ name }, index) => toolCallFormat.callId?.(name, count++) ?? callId(turn, index));
      const own = calls.map((call, index) => ({ ...call, id: ids[index]! }));
      return { role, content, ...(calls.length === 0 ? {} : { toolCalls: own }) };
    }
    if (role === 'user') calls = [];
    if (role !== 'tool') return { role, content };
    const call = toolCallId === undefined ? answers++ : calls.findIndex(({ id }) => id === toolCallId);
    if (calls[call] === undefined)
      throw new DatasetError(`messages[${i}]: expected a tool call before a tool's answer`);
    return { role, content, toolCallId: ids[call]!, name: calls[call].name };
  });
}
