import type { JsonValue } from '../../json.js';
import { callArguments, isJsonObject, parseWritten } from './written-numbers.js';

/** Code that writes or checks values recurses, so arguments nested deeper would overflow its stack. */
const MAX_DEPTH = 64;

/** @returns The value; a number that JavaScript would write differently keeps its text. Undefined for anything but JSON. */
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

/** One tool call of a turn as it was read: a call, or why it is invalid. */
export type ParsedToolCall =
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly arguments: { readonly [key: string]: JsonValue };
      /** The arguments as JSON, where the model wrote a number as JavaScript does not: `3.0`, whole numbers beyond 2^53. */
      readonly argumentsText?: string;
      /** The id that the model gave the call, in formats that have one. */
      readonly id?: string;
    }
  | { readonly kind: 'invalid'; readonly raw: string; readonly error: string };

/**
 * Why a block is not a tool call, as the policy reads it. Short and stable, because a policy is trained on them; none
 * holds a protocol tag, which a tokenizer would turn into a control token, nor an engine's own wording of a JSON error.
 */
export const TOOL_CALL_ERRORS = {
  unclosed: 'ToolCallError: the tool call was not closed.',
  notJson: 'ToolCallError: the tool call is not valid JSON.',
  notObject: 'ToolCallError: expected a JSON object with "name" and "arguments".',
  missingName: 'ToolCallError: "name" is missing.',
  nameType: 'ToolCallError: "name" must be a non-empty string.',
  missingArguments: 'ToolCallError: "arguments" is missing.',
  argumentsType: 'ToolCallError: "arguments" must be a JSON object.',
  tooDeep: 'ToolCallError: "arguments" are nested too deeply.',
  notFunction: 'ToolCallError: expected a function with its parameters.',
  tooMany: 'ToolCallError: expected at most 128 calls in a turn; the rest was not made.',
} as const;
