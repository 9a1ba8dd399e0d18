import * as z from 'zod';
import { DatasetError, type ChatConversation } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { findColumn } from './internal/row.js';
import { messagesOfValue, toolsOfValue } from './internal/conversation-row.js';
import { readRows, readRowsSchema, type ReadRowsOptions } from './read-rows.js';

/** A conversation to learn from. */
export interface TrainingConversation extends ChatConversation {
  /** Its file and row number (`chat.jsonl:7`). */
  readonly id: string;
}

/** Options of {@link readConversations}. */
export interface ReadConversationsOptions extends ReadRowsOptions {
  /** Default: `messages` or `conversations`, and `tools`; a dot separates nested names. */
  readonly columns?: { readonly messages?: string | undefined; readonly tools?: string | undefined } | undefined;
}

const optionsSchema = readRowsSchema.extend({
  columns: z.strictObject({ messages: z.string().min(1).optional(), tools: z.string().min(1).optional() }).optional(),
});

/**
 * Reads conversations from rows: messages and tools in the format of OpenAI's API (arguments of calls as objects or text), of this
 * package's types, or of ShareGPT (`from` and `value`). In tables, lists may be texts of JSON.
 *
 * @param source - A path, or an id of the hub.
 * @throws What `readRows` does. A row without a conversation is a bad row, with the reason in `reason`.
 *
 * @example
 * for await (const { messages } of readConversations('conversations.jsonl')) console.log(messages.length);
 */
export async function* readConversations(
  source: string,
  options: ReadConversationsOptions = {},
): AsyncGenerator<TrainingConversation> {
  const { columns = {}, ...asked } = parseOptions(optionsSchema, options) as ReadConversationsOptions;
  for await (const { file, number, value } of readRows(source, asked)) {
    const messages = messagesOfValue(...findColumn(value, columns.messages, ['messages', 'conversations']));
    const tools = toolsOfValue(...findColumn(value, columns.tools, ['tools']));
    const reason = [messages, tools].find((each) => typeof each === 'string');
    if (typeof messages !== 'string' && typeof tools !== 'string') yield { id: `${file}:${number}`, messages, tools };
    else if (asked.onBadRow === undefined) throw new DatasetError(`${file}:${number}: ${reason as string}`);
    else asked.onBadRow({ file, number, reason: reason as string, text: JSON.stringify(value) });
  }
}
