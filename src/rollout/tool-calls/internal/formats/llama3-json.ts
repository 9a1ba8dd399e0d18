import { type ParsedToolCall, TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall, parseJson, toCall } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';
import { jsonEnd } from './json-end.js';

const MARK = '<|python_tag|>';

/** An answer may start with a brace too; a call starts with one of these. */
const CALL = /\s*\{\s*"(?:name|type|function|parameters|arguments)"/y;

/**
 * Llama 3.x's JSON: the whole turn is `{"name": …, "parameters": {…}}`, or it stands after `<|python_tag|>`; several are
 * separated by semicolons. What follows the mark is always a call, and answered with an error where it is none.
 *
 * @remarks Source: Meta's prompt formats for Llama 3.1 and 3.2 (JSON based tool calling).
 */
export const LLAMA3_JSON = callFormat({
  name: 'llama3-json',
  marks: [MARK],
  stopTokens: ['<|eom_id|>'],
  starts: [MARK],
  beginsAt(text, at) {
    CALL.lastIndex = at;
    return CALL.test(text);
  },
  read(text, at) {
    const calls: ParsedToolCall[] = [];
    let rest = text.slice(text.startsWith(MARK, at) ? at + MARK.length : at);
    while (rest.trim() !== '') {
      const { call, length } = readCall(rest);
      calls.push(call);
      rest = rest.slice(length).replace(/^\s*(?:;|<\|python_tag\|>)/, '');
    }
    if (calls.length === 0) calls.push(invalidCall('', TOOL_CALL_ERRORS.notJson));
    return { calls, end: text.length };
  },
  before: MARK,
  writeCalls: (calls) =>
    calls.map((call) => `{"name": ${JSON.stringify(call.name)}, "parameters": ${call.arguments}}`).join('; '),
});

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
