import type { JsonValue, TemplateTool } from '../../../base/index.js';
import { textHash } from '../../../io/index.js';
import type { DeliveredCall, RequestMessage } from '../../exchange.js';

/** A message without what may differ between what was delivered and what comes back: line ends, white space at the end, how JSON is written. */
function normalForm(message: RequestMessage): JsonValue {
  switch (message.role) {
    case 'assistant':
      return ['assistant', normalText(message.content), message.calls.map(normalCall)];
    case 'tool':
      return ['tool', message.callId, normalText(message.content), message.isError ?? null];
    default:
      return [message.role, normalText(message.content)];
  }
}

/** Text after line ends and white space at its end. */
export function normalText(text: string): string {
  return text.replace(/\r\n?/g, '\n').trimEnd();
}

/** By id, name and arguments. Arguments that are no object are all alike: Messages cannot send them back as they were. */
function normalCall({ id, name, arguments: text }: DeliveredCall): JsonValue {
  return [id, name, JSON.stringify(objectOf(text) ?? {})];
}

/** @returns The object that a JSON text stands for; undefined for anything else. */
export function objectOf(text: string): { readonly [key: string]: JsonValue } | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { readonly [key: string]: JsonValue })
      : undefined;
  } catch {
    return undefined;
  }
}

/** Names what a request's conversation starts from, before its messages: the tools, in their order. */
export function toolsHash(tools: readonly TemplateTool[]): string {
  return textHash(JSON.stringify(tools.map(({ name, description, parameters }) => [name, description, parameters])));
}

/**
 * @param before - What names everything before the message.
 * @returns What names everything up to and with it; the reasoning of the assistant's messages is left out.
 */
export function withMessage(before: string, message: RequestMessage): string {
  return textHash(before + JSON.stringify(normalForm(message)));
}
