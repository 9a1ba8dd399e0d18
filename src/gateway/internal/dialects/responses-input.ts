import type { JsonValue } from '../../../base/index.js';
import type { ModelAnswer } from '../model-answer.js';
import type { DeliveredCall, RequestMessage } from '../../model-request.js';
import { Refusal } from '../refusal.js';
import {
  listAt,
  nameAt,
  objectAt,
  optional,
  stringAt,
  unexpected,
  unsupported,
  type JsonObject,
} from './request-fields.js';
import { modelName } from './responses-tools.js';

/** Finds an answer by its id; undefined for an unknown one and for one that was not stored. */
export type LookUp = (answerId: string) => ModelAnswer | undefined;

/** Parts that are text, of any role. */
const TEXT_PARTS = ['input_text', 'output_text', 'text', 'summary_text', 'reasoning_text', 'refusal'];

/**
 * Reads the items of a request as messages. What the assistant said comes as one item for each part of it: the items of one answer are gathered
 * into one message.
 */
export function readInput(input: unknown, lookUp: LookUp): readonly RequestMessage[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  const gathered = new GatheredItems();
  for (const [i, item] of listAt(input, 'input').entries())
    readItem(objectAt(item, `input[${i}]`), `input[${i}]`, gathered, lookUp);
  return gathered.messages;
}

function readItem(item: JsonObject, path: string, gathered: GatheredItems, lookUp: LookUp): void {
  const type = optional(item['type'], `${path}.type`, stringAt) ?? 'message';
  const id = optional(item['id'], `${path}.id`, stringAt);
  const at = (name: string) => [item[name], `${path}.${name}`] as const;
  switch (type) {
    case 'message': {
      const role = stringAt(...at('role'));
      const content = textOf(...at('content'));
      if (role === 'assistant') gathered.part('message', id).content += content;
      else if (role === 'user') gathered.add({ role, content });
      else if (role === 'system' || role === 'developer') gathered.add({ role: 'system', content });
      else
        throw unsupported(`${path}.role`, `expected system, developer, user or assistant, got ${JSON.stringify(role)}`);
      return;
    }
    case 'reasoning': {
      const key = optional(...at('encrypted_content'), stringAt);
      const thoughts = optional(...at('content'), textOf);
      const text = thoughts || (optional(...at('summary'), textOf) ?? '');
      const message = gathered.part('reasoning', id ?? (key ? `rs_${key}` : undefined));
      if (text !== '') message.reasoning = (message.reasoning ?? '') + text;
      return;
    }
    case 'function_call': {
      const name = modelName(stringAt(...at('name')), optional(...at('namespace'), nameAt));
      const text = stringAt(...at('arguments'));
      return void gathered.part('call', id).calls.push({ id: stringAt(...at('call_id')), name, arguments: text });
    }
    case 'custom_tool_call': {
      const name = modelName(stringAt(...at('name')), optional(...at('namespace'), nameAt));
      const input = stringAt(...at('input'));
      // What the model wrote instead of `{ "input": … }`.
      const text = id?.startsWith('ctr_') ? input : JSON.stringify({ input });
      return void gathered.part('call', id).calls.push({ id: stringAt(...at('call_id')), name, arguments: text });
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
      return gathered.add({ role: 'tool', callId: stringAt(...at('call_id')), content: textOf(...at('output')) });
    case 'item_reference':
      return addReferred(stringAt(...at('id')), `${path}.id`, gathered, lookUp);
    default:
      throw unsupported(`${path}.type`, `items of type ${JSON.stringify(type)} are not supported`);
  }
}

function addReferred(id: string, path: string, gathered: GatheredItems, lookUp: LookUp): void {
  const { kind, answerId, index } = namedBy(id) ?? {};
  const answer = answerId === undefined ? undefined : lookUp(answerId);
  const call = index === undefined ? undefined : answer?.calls[index];
  if (answer === undefined || (kind === 'call' && call === undefined))
    throw new Refusal('not-found', `${path}: no item ${JSON.stringify(id)} in this session`, { param: path });
  const message = gathered.part(kind!, id);
  if (kind === 'reasoning') message.reasoning = answer.reasoning;
  else if (kind === 'call') message.calls.push(call!);
  // The first message of an answer stands for its whole text.
  else if (index === undefined) message.content += answer.content;
}

/** A part of an answer, in the order in which answers have them. */
type PartKind = 'reasoning' | 'message' | 'call';
const ORDER: readonly PartKind[] = ['reasoning', 'message', 'call'];
const KINDS: ReadonlyMap<string, PartKind> = new Map([
  ['rs', 'reasoning'],
  ['msg', 'message'],
  ['fc', 'call'],
  ['ctc', 'call'],
  ['ctr', 'call'],
]);

/** What an item's id says: `fc_ANSWER_0` is the first call of the answer `ANSWER`. */
function namedBy(
  id: string,
): { readonly kind: PartKind; readonly answerId: string; readonly index?: number } | undefined {
  const [, prefix = '', answerId = '', index] = /^([a-z]+)_([0-9A-Za-z]+)(?:_(\d+))?$/.exec(id) ?? [];
  const kind = KINDS.get(prefix);
  return kind === undefined ? undefined : { kind, answerId, ...(index === undefined ? {} : { index: Number(index) }) };
}

/** A message of the assistant while its items are gathered. */
interface GatheredMessage {
  readonly role: 'assistant';
  content: string;
  reasoning: string | undefined;
  readonly calls: DeliveredCall[];
  readonly keys: string[];
}

/** The messages of a request, while its items are read. */
class GatheredItems {
  readonly messages: RequestMessage[] = [];
  /** The last message of the assistant, until something other than results of tools is said. */
  #last: GatheredMessage | undefined;
  #answerId: string | undefined;
  #kind: PartKind = 'reasoning';
  #isAnswered = false;

  add(message: RequestMessage): void {
    this.messages.push(message);
    this.#isAnswered = true;
    if (message.role !== 'tool') this.#last = undefined;
  }

  /**
   * The message that an item belongs to: the last one of the assistant where the item's id says so (some clients send each call beside its
   * result), or where it follows in the order of an answer. Ids of other services name no answer.
   */
  part(kind: PartKind, id: string | undefined): GatheredMessage {
    const answerId = id === undefined ? undefined : namedBy(id)?.answerId;
    const isSame = answerId !== undefined && answerId === this.#answerId;
    const follows = !this.#isAnswered && (kind === 'call' || ORDER.indexOf(kind) > ORDER.indexOf(this.#kind));
    if (this.#last === undefined || !(isSame || follows)) {
      this.#last = { role: 'assistant', content: '', reasoning: undefined, calls: [], keys: [] };
      this.#isAnswered = false;
      this.messages.push(this.#last);
      this.#answerId = answerId;
    }
    this.#kind = kind;
    this.#answerId ??= answerId;
    if (id !== undefined) this.#last.keys.push(id);
    return this.#last;
  }
}

/** The text of a string, or of a list of parts. */
function textOf(value: unknown, path: string): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) throw unexpected(path, 'a string or an array', value);
  return (value as readonly JsonValue[])
    .map((part, i) => {
      const { type, text, refusal } = objectAt(part, `${path}[${i}]`);
      if (!TEXT_PARTS.includes(stringAt(type, `${path}[${i}].type`)))
        throw unsupported(`${path}[${i}].type`, `parts of type ${JSON.stringify(type)} are not supported`);
      return type === 'refusal' ? stringAt(refusal, `${path}[${i}].refusal`) : stringAt(text, `${path}[${i}].text`);
    })
    .join('');
}
