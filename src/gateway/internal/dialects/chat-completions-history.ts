import type { DeliveredCall, RequestMessage } from '../../model-request.js';
import {
  given,
  listAt,
  objectAt,
  optional,
  stringAt,
  unexpected,
  unsupported,
  type JsonObject,
} from './request-fields.js';

/** Reads one of `messages`. @param path - Where it stands: `messages[2]`. */
export function readMessage(value: unknown, path: string): RequestMessage {
  const message = objectAt(value, path);
  const role = stringAt(message['role'], `${path}.role`);
  const content = `${path}.content`;
  switch (role) {
    case 'system':
    case 'developer':
      return { role: 'system', content: readText(message['content'], content) };
    case 'user':
      return { role, content: readText(message['content'], content) };
    case 'assistant':
      return readAssistant(message, path);
    case 'tool':
      return {
        role,
        callId: stringAt(message['tool_call_id'], `${path}.tool_call_id`),
        content: readText(message['content'], content),
      };
    default:
      throw unexpected(`${path}.role`, "'system', 'developer', 'user', 'assistant' or 'tool'", role);
  }
}

function readAssistant(message: JsonObject, path: string): RequestMessage {
  for (const name of given(message, ['audio', 'function_call']))
    throw unsupported(`${path}.${name}`, 'is not supported');
  const said = optional(message['content'], `${path}.content`, readAnswerText) ?? '';
  const refusal = optional(message['refusal'], `${path}.refusal`, stringAt) ?? '';
  const reasoning = ['reasoning_content', 'reasoning'].map((name) =>
    optional(message[name], `${path}.${name}`, stringAt),
  );
  const calls = optional(message['tool_calls'], `${path}.tool_calls`, listAt) ?? [];
  const thought = reasoning[0] || reasoning[1];
  return {
    role: 'assistant',
    content: said + refusal,
    ...(thought ? { reasoning: thought } : {}),
    calls: calls.map((call, i) => readCall(call, `${path}.tool_calls[${i}]`)),
  };
}

function readCall(value: unknown, path: string): DeliveredCall {
  const call = objectAt(value, path);
  const type = optional(call['type'], `${path}.type`, stringAt) ?? 'function';
  if (type !== 'function') throw unsupported(`${path}.type`, `calls of type ${JSON.stringify(type)} are not supported`);
  const called = objectAt(call['function'], `${path}.function`);
  return {
    id: stringAt(call['id'], `${path}.id`),
    name: stringAt(called['name'], `${path}.function.name`),
    arguments: stringAt(called['arguments'], `${path}.function.arguments`),
  };
}

/** Parts of what a user or a tool says stand on lines of their own, as vLLM lays them out. */
function readText(value: unknown, path: string): string {
  return typeof value === 'string' ? value : readParts(value, path, { text: 'text' }).join('\n');
}

/** Parts of an answer are the pieces of one text. */
function readAnswerText(value: unknown, path: string): string {
  return typeof value === 'string' ? value : readParts(value, path, { text: 'text', refusal: 'refusal' }).join('');
}

function readParts(value: unknown, path: string, members: Readonly<Record<string, string>>): string[] {
  if (!Array.isArray(value)) throw unexpected(path, 'a string or an array of parts', value);
  return value.map((entry, i) => {
    const at = `${path}[${i}]`;
    const part = objectAt(entry, at);
    const type = stringAt(part['type'], `${at}.type`);
    const member = Object.hasOwn(members, type) ? members[type] : undefined;
    if (member === undefined)
      throw unsupported(`${at}.type`, `parts of type ${JSON.stringify(type)} are not supported`);
    return stringAt(part[member], `${at}.${member}`);
  });
}
