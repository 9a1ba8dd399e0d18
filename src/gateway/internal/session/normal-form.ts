import type { JsonValue, TemplateTool } from '../../../base/index.js';
import type { DeliveredCall, RequestMessage } from '../../model-request.js';
import { objectOf } from '../json-object.js';

/** The defaults of arguments, as JSON, by the names of tool and argument. */
export type Defaults = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * @param defaults - Of the request's tools.
 * @returns What of a message is compared. What may differ between what was delivered and what comes back is left out: line ends, white space at the
 *   end, how JSON is written, arguments that are their tool's defaults, reasoning and keys.
 */
export function normalForm(message: RequestMessage, defaults?: Defaults): JsonValue {
  const text = normalText(message.content);
  if (message.role === 'assistant') return ['assistant', text, message.calls.map((call) => normalCall(call, defaults))];
  return message.role === 'tool' ? ['tool', text, message.callId, message.isError ?? null] : [message.role, text];
}

/**
 * Whether two messages have the same normal form.
 *
 * @param isSameCall - Whether two calls are, which have the same ids and names.
 */
export function isAlike(
  a: RequestMessage,
  b: RequestMessage,
  isSameCall: (a: DeliveredCall, b: DeliveredCall) => boolean,
): boolean {
  if (normalText(a.content) !== normalText(b.content)) return false;
  if (a.role === 'tool') return b.role === 'tool' && a.callId === b.callId && a.isError === b.isError;
  if (a.role !== 'assistant' || b.role !== 'assistant') return a.role === b.role;
  return (
    a.calls.length === b.calls.length &&
    a.calls.every((call, i) => {
      const other = b.calls[i]!;
      return call.id === other.id && call.name === other.name && isSameCall(call, other);
    })
  );
}

/** Whether two calls have the same normal form. */
export function isAlikeCall(a: DeliveredCall, b: DeliveredCall, defaults: Defaults): boolean {
  return (
    a.arguments === b.arguments || JSON.stringify(normalCall(a, defaults)) === JSON.stringify(normalCall(b, defaults))
  );
}

/** Text after line ends and white space at its end. */
export function normalText(text: string): string {
  return (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text).trimEnd();
}

/**
 * By id, name and arguments: those that are an object by their value, others as they are written. An argument that is its tool's default is as good as
 * absent: clients whose schema fills it in send it back so.
 */
function normalCall({ id, name, arguments: text }: DeliveredCall, defaults: Defaults | undefined): JsonValue {
  const value = objectOf(text);
  if (value === undefined) return [id, name, text]; // Also arguments nested deeper than objectOf reads.
  const own = defaults?.get(name);
  const members = Object.entries(value).filter(([member, of]) => own?.get(member) !== JSON.stringify(sorted(of)));
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
