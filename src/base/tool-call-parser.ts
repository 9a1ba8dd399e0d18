import { checkArgument } from './internal/check-arguments.js';
import type { JsonValue } from './json.js';
import { TAGS } from './protocol.js';

/** What one `<tool_call>` block of a turn holds: a call, or what is wrong with it. */
export type ParsedToolCall =
  | { readonly kind: 'call'; readonly name: string; readonly arguments: { readonly [key: string]: JsonValue } }
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
} as const;

/** JSON.parse reads any depth, but what writes or checks values recurses: a policy must not be able to fill its stack. */
const MAX_DEPTH = 64;

/**
 * Reads a turn's tool calls: Hermes-style JSON, `{"name": …, "arguments": {…}}`, between `<tool_call>` and `</tool_call>`.
 *
 * Nothing is dropped: a block that is not a call is returned as `invalid` with the error that answers it
 * (PAPER "Rollout protocol"). A closing tag inside a JSON string (code that prints it) does not end the block, and a
 * block that was never closed does not swallow the next one.
 *
 * @returns One entry for every opening tag outside another call, in order; empty for a turn without tool calls.
 */
export function parseToolCalls(text: string): ParsedToolCall[] {
  checkArgument(text, 'text', 'a string');
  return toolCallBlocks(text).map(({ call }) => call);
}

/** A tool call and where it stands in the text, tags included; end exclusive. */
export interface ToolCallBlock {
  readonly call: ParsedToolCall;
  readonly start: number;
  readonly end: number;
}

/** @returns What `parseToolCalls` reads, each with its place. */
export function toolCallBlocks(text: string): ToolCallBlock[] {
  const blocks: ToolCallBlock[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf(TAGS.toolCallStart, from);
    if (start < 0) return blocks;
    const block = readBlock(text, start + TAGS.toolCallStart.length);
    blocks.push({ ...block, start });
    from = block.end;
  }
}

function readBlock(text: string, start: number): Omit<ToolCallBlock, 'start'> {
  const close = text.indexOf(TAGS.toolCallEnd, start);
  const nextOpen = text.indexOf(TAGS.toolCallStart, start);
  if (close >= 0) {
    const parsed = parseJson(text.slice(start, close));
    if (parsed !== undefined) return { call: toCall(parsed.value, text.slice(start, close)), end: afterTag(close) };
    const outside = closeOutsideStrings(text, start);
    if (outside > close) {
      const wider = parseJson(text.slice(start, outside));
      if (wider !== undefined) return { call: toCall(wider.value, text.slice(start, outside)), end: afterTag(outside) };
    }
  }
  if (nextOpen >= 0 && (close < 0 || nextOpen < close)) {
    return { call: invalid(text.slice(start, nextOpen), TOOL_CALL_ERRORS.unclosed), end: nextOpen };
  }
  if (close < 0) return { call: invalid(text.slice(start), TOOL_CALL_ERRORS.unclosed), end: text.length };
  return { call: invalid(text.slice(start, close), TOOL_CALL_ERRORS.notJson), end: afterTag(close) };
}

function afterTag(close: number): number {
  return close + TAGS.toolCallEnd.length;
}

/** The first closing tag that is not inside a JSON string; −1 if there is none. */
function closeOutsideStrings(text: string, start: number): number {
  let inString = false;
  for (let i = start; i < text.length; i++) {
    const character = text[i];
    if (inString && character === '\\') i++;
    else if (character === '"') inString = !inString;
    // JSON strings hold no raw line feed: the string was never closed, so this tells us nothing more.
    else if (inString && character === '\n') return -1;
    else if (!inString && character === '<' && text.startsWith(TAGS.toolCallEnd, i)) return i;
  }
  return -1;
}

function parseJson(raw: string): { readonly value: JsonValue } | undefined {
  try {
    return { value: JSON.parse(raw) as JsonValue };
  } catch {
    return undefined;
  }
}

function toCall(value: JsonValue, raw: string): ParsedToolCall {
  if (!isObject(value)) return invalid(raw, TOOL_CALL_ERRORS.notObject);
  const { name, arguments: args } = value;
  if (name === undefined) return invalid(raw, TOOL_CALL_ERRORS.missingName);
  if (typeof name !== 'string' || name === '') return invalid(raw, TOOL_CALL_ERRORS.nameType);
  if (args === undefined) return invalid(raw, TOOL_CALL_ERRORS.missingArguments);
  if (!isObject(args)) return invalid(raw, TOOL_CALL_ERRORS.argumentsType);
  if (isDeeperThan(args, MAX_DEPTH)) return invalid(raw, TOOL_CALL_ERRORS.tooDeep);
  return { kind: 'call', name, arguments: args };
}

function isObject(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDeeperThan(value: JsonValue, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner: JsonValue) => isDeeperThan(inner, depth - 1));
}

function invalid(raw: string, error: string): ParsedToolCall {
  return { kind: 'invalid', raw: raw.trim(), error };
}
