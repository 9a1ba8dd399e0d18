import type { JsonValue } from '../../json.js';
import { TOOL_CALL_ERRORS, type ParsedToolCall } from '../../tool-call.js';
import { callArguments, isJsonObject, parseWritten } from './written-numbers.js';

/** JSON.parse reads any depth, but what writes or checks values recurses: a policy must not be able to fill its stack. */
const MAX_DEPTH = 64;

/** @returns The value, each number that JavaScript would write otherwise with its text; undefined for what is not JSON. */
export function parseJson(raw: string): { readonly value: JsonValue } | undefined {
  try {
    return { value: parseWritten(raw) };
  } catch {
    return undefined;
  }
}

/** What the formats call the arguments of a call. */
type ArgumentsName = 'arguments' | 'parameters';

/** @returns The call that a JSON object describes, or why it is none. @param names - Of the arguments, the first that is there. */
export function toCall(value: JsonValue, raw: string, names: readonly ArgumentsName[] = ['arguments']): ParsedToolCall {
  if (!isJsonObject(value)) return invalidCall(raw, TOOL_CALL_ERRORS.notObject);
  const { name } = value;
  if (name === undefined) return invalidCall(raw, TOOL_CALL_ERRORS.missingName);
  return namedCall(name, value[names.find((key) => value[key] !== undefined) ?? names[0]!], raw);
}

/** @returns The call of a tool by its name, or why it is none. */
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

/** @returns What stands for a call that is none. */
export function invalidCall(raw: string, error: string): ParsedToolCall {
  return { kind: 'invalid', raw: raw.trim(), error };
}
