import { checkArgument } from './internal/arguments/check-arguments.js';
import {
  invalidCall,
  parseJson,
  toCall,
  TOOL_CALL_ERRORS,
  type ParsedToolCall,
} from './internal/json/tool-call-json.js';
import { TAGS } from './protocol.js';

/**
 * Reads a turn's tool calls: Hermes-style JSON, `{"name": …, "arguments": {…}}`, between `<tool_call>` and `</tool_call>`.
 *
 * Nothing is dropped: a block that is not a call is returned as `invalid` with the error that answers it
 * (arXiv 2508.20722 on its rollout protocol). A closing tag inside a JSON string (code that prints it) does not end the block, and a
 * block that was never closed does not include the next one.
 *
 * @returns One entry for every opening tag outside another call, in order; empty for a turn without tool calls.
 *
 * @example
 * parseToolCalls('<tool_call>{"name":"add","arguments":{"a":1}}</tool_call>').length; // 1
 */
export function parseToolCalls(text: string): ParsedToolCall[] {
  checkArgument(text, 'text', 'a string');
  return toolCallBlocks(text).map(({ call }) => call);
}

/** A tool call and where it stands in the text, tags included; end exclusive. */
interface ToolCallBlock {
  readonly call: ParsedToolCall;
  readonly start: number;
  readonly end: number;
  /** Whether no text that follows changes it. */
  readonly isCertain: boolean;
}

/** @returns The calls that `parseToolCalls` reads, with their places. */
export function toolCallBlocks(text: string): ToolCallBlock[] {
  const blocks: ToolCallBlock[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf(TAGS.toolCallStart, from);
    if (start < 0) return blocks;
    const block = toolCallBlockAt(text, start);
    blocks.push(block);
    from = block.end;
  }
}

/** @returns The block whose opening tag stands at `start`. */
export function toolCallBlockAt(text: string, start: number): ToolCallBlock {
  return { ...readBlock(text, start + TAGS.toolCallStart.length), start };
}

function readBlock(text: string, start: number): Omit<ToolCallBlock, 'start'> {
  const close = text.indexOf(TAGS.toolCallEnd, start);
  const nextOpen = text.indexOf(TAGS.toolCallStart, start);
  let isCertain = true;
  if (close >= 0) {
    const parsed = parseJson(text.slice(start, close));
    if (parsed !== undefined)
      return { call: toCall(parsed.value, text.slice(start, close)), end: afterTag(close), isCertain };
    const outside = closeOutsideStrings(text, start);
    if (outside !== undefined && outside > close) {
      const wider = parseJson(text.slice(start, outside));
      if (wider !== undefined)
        return { call: toCall(wider.value, text.slice(start, outside)), end: afterTag(outside), isCertain };
    }
    isCertain = outside !== undefined;
  }
  if (nextOpen >= 0 && (close < 0 || nextOpen < close)) {
    const call = invalidCall(text.slice(start, nextOpen), TOOL_CALL_ERRORS.unclosed);
    return { call, end: nextOpen, isCertain: isCertain && close >= 0 };
  }
  if (close < 0) {
    const call = invalidCall(text.slice(start), TOOL_CALL_ERRORS.unclosed);
    return { call, end: text.length, isCertain: false };
  }
  return { call: invalidCall(text.slice(start, close), TOOL_CALL_ERRORS.notJson), end: afterTag(close), isCertain };
}

function afterTag(close: number): number {
  return close + TAGS.toolCallEnd.length;
}

/** The first closing tag that is not inside a JSON string; −1 if a string is never closed, undefined if the text ends before. */
function closeOutsideStrings(text: string, start: number): number | undefined {
  let inString = false;
  for (let i = start; i < text.length; i++) {
    const character = text[i];
    if (inString && character === '\\') i++;
    else if (character === '"') inString = !inString;
    // JSON strings hold no raw line feed: the string was never closed, so this tells us nothing more.
    else if (inString && character === '\n') return -1;
    else if (!inString && character === '<' && text.startsWith(TAGS.toolCallEnd, i)) return i;
  }
  return undefined;
}
