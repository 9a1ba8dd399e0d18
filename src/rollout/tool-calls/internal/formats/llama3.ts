import { TOOL_CALL_ERRORS, type ParsedToolCall } from '../../../../base/index.js';
import { invalidCall, namedCall, parseJson, toCall } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';
import { asJson, objectHead } from './json-call.js';
import { jsonEnd, matchAt } from './scan.js';

const PYTHON_TAG = '<|python_tag|>';
/** How a call without a mark starts. A brace alone may start an answer. */
const LLAMA3_CALL = /\s*\{\s*"(?:name|type|function|parameters|arguments)"/y;

/**
 * Llama 3.x's JSON calls: the whole turn is `{"name": …, "parameters": {…}}`, or calls follow `<|python_tag|>`, separated by
 * semicolons. Text after the mark that is not a call is an invalid call.
 *
 * @remarks Source: Meta's prompt formats for Llama 3.1 and 3.2 (JSON based tool calling).
 */
export const LLAMA3_JSON = callFormat({
  name: 'llama3-json',
  marks: [PYTHON_TAG],
  stopTokens: ['<|eom_id|>'],
  starts: [PYTHON_TAG],
  bare: {
    begins: (text, at) => matchAt(LLAMA3_CALL, text, at) !== null,
    mayBegin: /^\s*(?:\{\s*(?:"[a-z]{0,10})?)?$/,
  },
  read(text, at) {
    const calls: ParsedToolCall[] = [];
    let certain = 0;
    let rest = text.slice(text.startsWith(PYTHON_TAG, at) ? at + PYTHON_TAG.length : at);
    while (rest.trim() !== '') {
      const start = rest.search(/\S/);
      const end = jsonEnd(rest, start);
      const raw = rest.slice(start, end);
      const parsed = parseJson(raw);
      if (parsed === undefined) {
        // Invalid JSON has no end that could be found.
        calls.push(invalidCall(rest, TOOL_CALL_ERRORS.notJson));
        break;
      }
      certain = calls.push(toCall(parsed.value, raw, ['parameters', 'arguments']));
      rest = rest.slice(end).replace(/^\s*(?:;|<\|python_tag\|>)/, '');
    }
    if (calls.length === 0) calls.push(invalidCall('', TOOL_CALL_ERRORS.notJson));
    return { calls, end: text.length, certain, isOver: false };
  },
  stream: {
    valuesEnd: true,
    head: objectHead('name', 'parameters|arguments', String.raw`\s*(?:;|<\|python_tag\|>)?\s*`),
  },
  before: PYTHON_TAG,
  between: '; ',
  writeCall: (call) => asJson(call, 'name', 'parameters'),
});

const FUNCTION_HEAD = /<function=([^>\n]*)>\s*/y;

/**
 * The calls of Functionary v3.1, and of Llama 3.1 for custom tools: `<function=f>{…}</function>`.
 *
 * @remarks Source: the chat template of functionary-medium-v3.1.
 */
export const FUNCTIONARY = callFormat({
  name: 'functionary',
  marks: [],
  stopTokens: ['<|eom_id|>'],
  starts: ['<function='],
  read(text, at) {
    const head = matchAt(FUNCTION_HEAD, text, at);
    const start = at + (head?.[0].length ?? 0);
    const end = jsonEnd(text, start);
    const parsed = head === null ? undefined : parseJson(text.slice(start, end));
    const close = text.indexOf('</function>', parsed === undefined ? at : end);
    if (close < 0) {
      const call = invalidCall(text.slice(at), TOOL_CALL_ERRORS.unclosed);
      return { calls: [call], end: text.length, certain: 0, isOver: false };
    }
    const raw = text.slice(at, close);
    const call =
      parsed === undefined ? invalidCall(raw, TOOL_CALL_ERRORS.notJson) : namedCall(head![1]!, parsed.value, raw);
    const isOver = parsed !== undefined;
    return { calls: [call], end: close + '</function>'.length, certain: Number(isOver), isOver };
  },
  stream: { close: '</function>', head: /([^>\n]*)>\s*(?=\{)/y },
  writeCall: (call) => `<function=${call.name}>${call.arguments}</function>`,
});
