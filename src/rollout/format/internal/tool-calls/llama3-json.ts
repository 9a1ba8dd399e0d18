import { type ParsedToolCall, TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall, parseJson, toCall } from '../../../../base/internal/index.js';
import type { ParsedTurn } from '../../parsed-turn.js';
import { jsonEnd } from './json-end.js';

const MARK = '<|python_tag|>';

/** An answer may start with a brace too; a call starts with one of these. */
const CALL = /^\s*\{\s*"(?:name|type|function|parameters|arguments)"/;

/**
 * Llama 3.x's JSON: the whole turn is `{"name": …, "parameters": {…}}`, or it stands after `<|python_tag|>`; several are
 * separated by semicolons. What follows the mark is always a call, and answered with an error where it is none.
 *
 * @remarks Source: Meta's prompt formats for Llama 3.1 and 3.2 (JSON based tool calling).
 */
export function parseLlama3Json(text: string): ParsedTurn {
  const mark = text.indexOf(MARK);
  if (mark < 0 && !CALL.test(text)) return { content: text, calls: [] };
  const calls: ParsedToolCall[] = [];
  let rest = text.slice(mark < 0 ? 0 : mark + MARK.length);
  while (rest.trim() !== '') {
    const { call, length } = readCall(rest);
    calls.push(call);
    rest = rest.slice(length).replace(/^\s*(?:;|<\|python_tag\|>)/, '');
  }
  if (calls.length === 0) calls.push(invalidCall('', TOOL_CALL_ERRORS.notJson));
  return { content: mark < 0 ? '' : text.slice(0, mark).trimEnd(), calls };
}

function readCall(text: string): { readonly call: ParsedToolCall; readonly length: number } {
  const start = text.search(/\S/);
  const end = jsonEnd(text, start);
  const raw = text.slice(start, end);
  const parsed = parseJson(raw);
  // There is no telling where what is no JSON ends.
  if (parsed === undefined)
    return { call: invalidCall(text.slice(start), TOOL_CALL_ERRORS.notJson), length: text.length };
  return { call: toCall(parsed.value, raw, ['parameters', 'arguments']), length: end };
}
