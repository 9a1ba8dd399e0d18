import type { DeliveredCall, RequestMessage } from '../../model-request.js';
import {
  booleanAt,
  listAt,
  objectAt,
  optional,
  stringAt,
  unexpected,
  unsupported,
  type JsonObject,
} from './request-fields.js';

/** Claude Code begins its system text with a block for the service's accounting, which no model reads. */
const BILLING = 'x-anthropic-billing-header:';

/** A block of content, and where it stands in the request. */
interface Block {
  readonly block: JsonObject;
  readonly at: string;
}

/**
 * Reads `system` and `messages`. Messages of one speaker that follow each other are one, as in Anthropic's service: Claude Code sends each block of
 * an answer as a message of its own at times.
 */
export function readHistory(request: JsonObject): readonly RequestMessage[] {
  const history = new History();
  const system = optional(request['system'], 'system', readSystem);
  if (system !== undefined) history.add({ role: 'system', content: system });
  for (const [i, entry] of listAt(request['messages'], 'messages').entries()) {
    const path = `messages[${i}]`;
    const message = objectAt(entry, path);
    const role = stringAt(message['role'], `${path}.role`);
    const blocks = blocksAt(message['content'], `${path}.content`);
    if (role === 'system') history.add({ role, content: readTexts(blocks) });
    else if (role === 'user') for (const block of blocks) addUserBlock(history, block);
    else if (role === 'assistant') {
      const answer = history.answer();
      for (const block of blocks) addAnswerBlock(answer, block);
    } else throw unexpected(`${path}.role`, "'user', 'assistant' or 'system'", role);
  }
  return history.messages();
}

/** A message of the assistant while its blocks are read. */
interface OpenAnswer {
  content: string;
  reasoning: string;
  readonly calls: DeliveredCall[];
  readonly keys: string[];
}

/** Gathers blocks into messages. */
class History {
  readonly #messages: RequestMessage[] = [];
  #answer: OpenAnswer | undefined;
  #said: string[] = [];

  add(message: RequestMessage): void {
    this.#close();
    this.#messages.push(message);
  }

  say(text: string): void {
    if (this.#answer !== undefined) this.#close();
    this.#said.push(text);
  }

  answer(): OpenAnswer {
    if (this.#answer !== undefined) return this.#answer;
    this.#close();
    return (this.#answer = { content: '', reasoning: '', calls: [], keys: [] });
  }

  messages(): readonly RequestMessage[] {
    this.#close();
    return this.#messages;
  }

  #close(): void {
    if (this.#said.length > 0) this.#messages.push({ role: 'user', content: this.#said.join('\n') });
    if (this.#answer !== undefined) {
      const { content, reasoning, calls, keys } = this.#answer;
      this.#messages.push({
        role: 'assistant',
        content,
        ...(reasoning === '' ? {} : { reasoning }),
        calls,
        ...(keys.length === 0 ? {} : { keys }),
      });
    }
    [this.#said, this.#answer] = [[], undefined];
  }
}

function addUserBlock(history: History, { block, at }: Block): void {
  if (block['type'] !== 'tool_result') return history.say(readText({ block, at }));
  const isError = optional(block['is_error'], `${at}.is_error`, booleanAt);
  const callId = stringAt(block['tool_use_id'], `${at}.tool_use_id`);
  const content = optional(block['content'], `${at}.content`, (value, path) => readTexts(blocksAt(value, path))) ?? '';
  history.add({ role: 'tool', callId, content, ...(isError === undefined ? {} : { isError }) });
}

function addAnswerBlock(answer: OpenAnswer, { block, at }: Block): void {
  switch (block['type']) {
    case 'thinking': {
      answer.reasoning += stringAt(block['thinking'], `${at}.thinking`);
      const signature = optional(block['signature'], `${at}.signature`, stringAt);
      if (signature) answer.keys.push(signature);
      return;
    }
    case 'redacted_thinking':
      answer.keys.push(stringAt(block['data'], `${at}.data`));
      return;
    case 'tool_use':
      answer.calls.push({
        id: stringAt(block['id'], `${at}.id`),
        name: stringAt(block['name'], `${at}.name`),
        arguments: JSON.stringify(objectAt(block['input'], `${at}.input`)),
      });
      return;
    default:
      // Texts of one answer are pieces of one text.
      answer.content += readText({ block, at });
  }
}

function readSystem(value: unknown, path: string): string | undefined {
  const isRead = ({ block: { text } }: Block) => !(typeof text === 'string' && text.startsWith(BILLING));
  const read = blocksAt(value, path).filter(isRead);
  return read.length === 0 ? undefined : readTexts(read);
}

/** Texts of blocks stand on lines of their own. */
function readTexts(blocks: readonly Block[]): string {
  return blocks.map(readText).join('\n');
}

function readText({ block, at }: Block): string {
  const type = stringAt(block['type'], `${at}.type`);
  if (type !== 'text') throw unsupported(`${at}.type`, `blocks of type ${JSON.stringify(type)} are not supported here`);
  return stringAt(block['text'], `${at}.text`);
}

/** A string is one block of text. */
function blocksAt(value: unknown, path: string): readonly Block[] {
  if (typeof value === 'string') return [{ block: { type: 'text', text: value }, at: path }];
  if (!Array.isArray(value)) throw unexpected(path, 'a string or an array of blocks', value);
  return value.map((block, i) => ({ block: objectAt(block, `${path}[${i}]`), at: `${path}[${i}]` }));
}
