import type { JsonValue, TemplateTool } from '../../../base/index.js';
import { textHash } from '../../../io/index.js';
import type { DeliveredCall, RequestMessage } from '../../exchange.js';

/** A message without what may differ between what was delivered and what comes back: line ends, white space at the end, how JSON is written. */
export interface NormalMessage {
  readonly role: RequestMessage['role'];
  readonly text: string;
  /** Of the assistant: its calls by id, name and arguments. Of a tool: the call that it answers, and whether the client calls it an error. */
  readonly calls: string;
}

/** The defaults of arguments, as JSON, by the names of tool and argument. */
export type Defaults = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** @returns What of a message is compared; reasoning and keys are not part of it. @param defaults - Of the request's tools. */
export function normalForm(message: RequestMessage, defaults?: Defaults): NormalMessage {
  const { role } = message;
  const text = normalText(message.content);
  if (role === 'assistant') {
    const calls = message.calls.map((call) => normalCall(call, defaults?.get(call.name)));
    return { role, text, calls: calls.length === 0 ? '' : JSON.stringify(calls) };
  }
  return {
    role,
    text,
    calls: role === 'tool' ? JSON.stringify([message.callId, message.isError ?? null]) : '',
  };
}

/** Text after line ends and white space at its end. */
export function normalText(text: string): string {
  return (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text).trimEnd();
}

/**
 * By id, name and arguments: those that are an object by their value, others as they are written. An argument that is its tool's default is as good as
 * absent: clients whose schema fills it in send it back so.
 */
function normalCall(
  { id, name, arguments: text }: DeliveredCall,
  defaults: ReadonlyMap<string, string> | undefined,
): JsonValue {
  const value = objectOf(text);
  if (value === undefined) return [id, name, text];
  const members = Object.entries(value).filter(([member, of]) => defaults?.get(member) !== JSON.stringify(sorted(of)));
  return [id, name, sorted(Object.fromEntries(members))];
}

/** @returns The defaults that the schemas of tools give their arguments. */
export function defaultsOf(tools: readonly TemplateTool[]): Defaults {
  return new Map(
    tools.map(({ name, parameters }) => {
      const properties = Object.entries((parameters as { readonly properties?: object }).properties ?? {});
      const withDefault = properties.flatMap(([member, schema]) => {
        const value = (schema as { readonly default?: JsonValue } | null)?.default;
        return value === undefined ? [] : [[member, JSON.stringify(sorted(value))] as const];
      });
      return [name, new Map(withDefault)];
    }),
  );
}

/** A value with the members of its objects in one order: some clients sort them. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value as { readonly [key: string]: JsonValue });
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sorted(member)]),
  );
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
export function withMessage(before: string, { role, text, calls }: NormalMessage): string {
  return textHash(before + JSON.stringify([role, text, calls]));
}
