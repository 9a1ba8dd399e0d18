import { TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall, namedCall, parseJson } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';
import { jsonEnd } from './json-end.js';

const OPEN = '<function=';
const CLOSE = '</function>';
const HEAD = /<function=([^>\n]*)>\s*/y;

/**
 * Functionary v3.1's calls, and Llama 3.1's own for tools of the user: `<function=f>{…}</function>`.
 *
 * @remarks Source: the chat template of functionary-medium-v3.1.
 */
export const FUNCTIONARY = callFormat({
  name: 'functionary',
  marks: [],
  stopTokens: ['<|eom_id|>'],
  starts: [OPEN],
  read(text, at) {
    HEAD.lastIndex = at;
    const name = HEAD.exec(text)?.[1];
    const start = name === undefined ? at : HEAD.lastIndex;
    const end = jsonEnd(text, start);
    const parsed = name === undefined ? undefined : parseJson(text.slice(start, end));
    const close = text.indexOf(CLOSE, parsed === undefined ? at : end);
    const stop = close < 0 ? text.length : close;
    const over = close < 0 ? text.length : close + CLOSE.length;
    if (close < 0) return { calls: [invalidCall(text.slice(at, stop), TOOL_CALL_ERRORS.unclosed)], end: over };
    if (parsed === undefined)
      return { calls: [invalidCall(text.slice(at, stop), TOOL_CALL_ERRORS.notJson)], end: over };
    return { calls: [namedCall(name!, parsed.value, text.slice(at, stop))], end: over };
  },
  before: '',
  writeCalls: (calls) => calls.map((call) => `${OPEN}${call.name}>${call.arguments}${CLOSE}`).join(''),
});
