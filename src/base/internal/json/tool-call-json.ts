import type { JsonValue } from '../../json.js';
import { TOOL_CALL_ERRORS, type ParsedToolCall } from '../../tool-call.js';
import { callArguments, isJsonObject, parseWritten } from './written-numbers.js';

/** Code that writes or checks values recurses, so arguments nested deeper would overflow its stack. */
const MAX_DEPTH = 64;

/** @returns The value; a number that JavaScript would write differently keeps its text. Undefined for what is not JSON. */
export function parseJson(raw: string): { readonly value: JsonValue } | undefined {
  try {
    return { value: parseWritten(raw) };
  } catch {
    return undefined;
  }
}

/** The names that formats give to a call's arguments. */
type ArgumentsName = 'arguments' | 'parameters';

/** @returns The call that a JSON object describes, or why it is invalid. @param names - Names of the arguments; the first present one is read. */
export function toCall(value: JsonValue, raw: string, names: readonly ArgumentsName[] = ['arguments']): ParsedToolCall {
  if (!isJsonObject(value)) return invalidCall(raw, TOOL_CALL_ERRORS.notObject);
  const { name } = value;
  if (name === undefined) return invalidCall(raw, TOOL_CALL_ERRORS.missingName);
  return namedCall(name, value[names.find((key) => value[key] !== undefined) ?? names[0]!], raw);
}

/** @returns The call of a named tool, or why it is invalid. */
export function namedCall(name: JsonValue, args: JsonValue | undefined, raw: string): ParsedToolCall {
  if (typeof name !== 'string' || name === '') return invalidCall(raw, TOOL_CALL_ERRORS.nameType);
  if (args === undefined) return invalidCall(raw, TOOL_CALL_ERRORS.missingArguments);
  if (!isJsonObject(args)) return invalidCall(raw, TOOL_CALL_ERRORS.argumentsType);
  if (isDeeperThan(args, MAX_DEPTH)) return invalidCall(raw, TOOL_CALL_ERRORS.tooDeep);
  return { kind: 'call', name, ...callArguments(args) };
}

function isDeeperThan(value: JsonValue, depth: number): boolean {
  if (!Array.isArray(value) && !isJsonObject(value)) return false;
  return depth === 0 || Object.values(value).some((inner: JsonValue) => isDeeperThan(inner, depth - 1));
}

/** @returns An invalid call. */
export function invalidCall(raw: string, error: string): ParsedToolCall {
  return { kind: 'invalid', raw: raw.trim(), error };
}
