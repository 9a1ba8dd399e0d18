import type { JsonValue } from '../../../base/index.js';
import { Refusal, type DeliveredCall, type ModelAnswer, type RequestMessage } from '../../exchange.js';
import { listAt, objectAt, optional, stringAt, unsupported, type JsonObject } from './responses-fields.js';

/** Finds an answer by its id; undefined for an unknown one and for one that was not stored. */
export type LookUp = (answerId: string) => ModelAnswer | undefined;

/** A message of the assistant while its items are gathered. */
interface Gathered {
  readonly role: 'assistant';
  answerId: string | undefined;
  content: string;
  reasoning: string | undefined;
  readonly calls: DeliveredCall[];
  readonly keys: string[];
}

/**
 * Reads the items of a request as messages. What the assistant said comes as one item for each part of it: the items of one answer are gathered
 * into one message.
 */
export function readInput(input: unknown, lookUp: LookUp): RequestMessage[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  const messages: RequestMessage[] = [];
  const gather = new Gatherer(messages);
  for (const [i, item] of listAt(input, 'input').entries())
    readItem(objectAt(item, `input[${i}]`), `input[${i}]`, gather, lookUp);
  return messages;
}

class Gatherer {
  constructor(readonly messages: RequestMessage[]) {}

  /** The message of the assistant that an item belongs to. */
  message(id: string | undefined, startsAnswer: (message: Gathered) => boolean): Gathered {
    const answerId = id === undefined ? undefined : answerIdOf(id);
    const last = this.messages.at(-1) as Gathered | undefined;
    if (
      last?.role === 'assistant' &&
      !(answerId !== undefined && last.answerId !== undefined && answerId !== last.answerId) &&
      !startsAnswer(last)
    ) {
      last.answerId ??= answerId;
      if (id !== undefined) last.keys.push(id);
      return last;
    }
    const message: Gathered = {
      role: 'assistant',
      answerId,
      content: '',
      reasoning: undefined,
      calls: [],
      keys: id === undefined ? [] : [id],
    };
    this.messages.push(message);
    return message;
  }
}

/** @returns The answer's id in the id of an item: `fc_ANSWER_0` gives `ANSWER`. */
function answerIdOf(id: string): string | undefined {
  return /^(?:msg|rs|fc|ctc)_([0-9A-Za-z]+)(?:_\d+)?$/.exec(id)?.[1];
}

function readItem(item: JsonObject, path: string, gather: Gatherer, lookUp: LookUp): void {
  const type = optional(item['type'], `${path}.type`, stringAt) ?? 'message';
  const id = optional(item['id'], `${path}.id`, stringAt);
  switch (type) {
    case 'message': {
      const role = stringAt(item['role'], `${path}.role`);
      const content = textOf(item['content'], `${path}.content`);
      if (role === 'assistant')
        gather.message(id, ({ content, calls }) => content !== '' || calls.length > 0).content += content;
      else if (role === 'system' || role === 'developer') gather.messages.push({ role: 'system', content });
      else if (role === 'user') gather.messages.push({ role, content });
      else
        throw unsupported(`${path}.role`, `expected system, developer, user or assistant, got ${JSON.stringify(role)}`);
      return;
    }
    case 'function_call':
      gather
        .message(id, () => false)
        .calls.push({
          id: stringAt(item['call_id'], `${path}.call_id`),
          name: stringAt(item['name'], `${path}.name`),
          arguments: stringAt(item['arguments'], `${path}.arguments`),
        });
      return;
    case 'function_call_output':
      gather.messages.push({
        role: 'tool',
        callId: stringAt(item['call_id'], `${path}.call_id`),
        content: textOf(item['output'], `${path}.output`),
      });
      return;
    case 'reasoning': {
      const parts = optional(item['content'], `${path}.content`, listAt) ?? [];
      const text = textOf(parts.length > 0 ? parts : (item['summary'] ?? []), `${path}.content`);
      const message = gather.message(id, ({ content, calls }) => content !== '' || calls.length > 0);
      if (text !== '') message.reasoning = (message.reasoning ?? '') + text;
      return;
    }
    case 'item_reference':
      return addReferred(stringAt(item['id'], `${path}.id`), path, gather, lookUp);
    default:
      throw unsupported(path, `items of type ${JSON.stringify(type)} are not supported`);
  }
}

function addReferred(id: string, path: string, gather: Gatherer, lookUp: LookUp): void {
  const answerId = answerIdOf(id);
  const answer = answerId === undefined ? undefined : lookUp(answerId);
  const [, kind, index] = /^([a-z]+)_.*?(?:_(\d+))?$/.exec(id) ?? [];
  const call = answer?.calls[Number(index)];
  if (answer === undefined || (kind === 'fc' && call === undefined))
    throw new Refusal('not-found', `${path}.id: no item ${JSON.stringify(id)} in this session`, {
      param: `${path}.id`,
    });
  const message = gather.message(id, () => false);
  if (kind === 'msg') message.content += answer.content;
  else if (kind === 'rs') message.reasoning = answer.reasoning;
  else message.calls.push(call!);
}

/** The text of a string or of a list of text parts. */
export function textOf(value: JsonValue | undefined, path: string): string {
  if (typeof value === 'string') return value;
  return listAt(value, path)
    .map((part, i) => {
      const { type, text } = objectAt(part, `${path}[${i}]`);
      if (typeof type !== 'string' || !/text$/.test(type))
        throw unsupported(`${path}[${i}].type`, `parts of type ${JSON.stringify(type)} are not supported`);
      return stringAt(text, `${path}[${i}].text`);
    })
    .join('');
}
