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
  /** Shape [T]; 1 for what the assistant writes, the token that ends its turn included; 0 for the first token of all. */
  readonly mask: Uint8Array;
  /** The first place where the template, given the whole conversation, writes something else. */
  readonly drift?: TemplateDrift;
}

/** How a model is talked to: what `loadChatTemplate` and `loadTokenizer` give. */
export interface ModelFormat {
  readonly template: ChatTemplate;
  readonly tokenizer: Tokenizer;
}

/**
 * A conversation that is known beforehand, laid out as a rollout of it would be: every turn of the assistant as the model would
 * have written it behind the prompt, and between two turns what the template puts there, each encoded by itself. It grows
 * at its end only, so that what a turn was written behind is what stands before it. What messages say gives no control tokens.
 *
 * What follows the last turn of the assistant is left out: nothing is learned from it.
 *
 * @throws DatasetError for an invalid conversation: without a turn of the assistant, with one that says nothing, with a tool's
 *   answer to no call; ModelFileError where the template refuses it. Both name the message.
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
    if (calls[call] === undefined) throw new DatasetError(`messages[${i}]: expected a tool call before a tool's answer`);
    return { role, content, toolCallId: ids[call]!, name: calls[call].name };
  });
}
