import { TOOL_CALL_ERRORS, type JsonValue, type ParsedToolCall } from '../../../../base/index.js';
import { invalidCall, namedCall, parseJson, toCall } from '../../../../base/internal/index.js';
import type { WritableCall } from '../../tool-call-format.js';

/** @returns A call as a JSON object with these two members. */
export function asJson({ name, arguments: args }: WritableCall, nameKey = 'name', argumentsKey = 'arguments'): string {
  return `{"${nameKey}": ${JSON.stringify(name)}, "${argumentsKey}": ${args}}`;
}

/**
 * @param before - A pattern of what stands between the start of a call and its object.
 * @returns The head of a call as a JSON object whose name comes before its arguments: see `CallStream.head`.
 */
export function objectHead(nameKey: string, argumentsKeys: string, before = '\\s*'): RegExp {
  const others = String.raw`(?:"(?!(?:${nameKey}|${argumentsKeys})")\w+"\s*:\s*"[^"\\]*"\s*,\s*)*`;
  return new RegExp(
    String.raw`${before}\{\s*${others}"${nameKey}"\s*:\s*"([^"\\{}[\]]+)"\s*,\s*"(?:${argumentsKeys})"\s*:\s*(?=\{)`,
    'y',
  );
}

/** @returns The call of a tool with arguments in JSON; `invalid` if they do not parse. */
export function callOfJson(name: string, args: string, raw: string): ParsedToolCall {
  const parsed = parseJson(args);
  return parsed === undefined ? invalidCall(raw, TOOL_CALL_ERRORS.notJson) : namedCall(name, parsed.value, raw);
}

/** @returns The calls of a JSON value: one object, or a list of objects. */
export function callsOfJson(value: JsonValue): readonly ParsedToolCall[] {
  return listOf(value).map((one) => toCall(one, JSON.stringify(one)));
}

export function listOf(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
}
