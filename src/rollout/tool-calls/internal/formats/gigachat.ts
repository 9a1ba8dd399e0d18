import { TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall, parseJson, toCall } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';
import { jsonEnd } from './json-end.js';

const MARK = '<|function_call|>';
/** GigaChat 3.0 names the role of a call, as the header of a message of its own. */
const ROLE = 'function call<|role_sep|>\n';

/**
 * GigaChat's call, one a turn: JSON behind a mark (3.1), or as a message of the role `function call` (3.0).
 *
 * @remarks Source: the chat templates of GigaChat3-10B-A1.8B and GigaChat3.1-10B-A1.8B.
 */
export const GIGACHAT = callFormat({
  name: 'gigachat',
  marks: [MARK, ROLE],
  starts: [MARK, ROLE, `<|message_sep|>\n\n${ROLE}`],
  read(text, at) {
    const start = text.indexOf('{', at);
    const end = start < 0 ? text.length : jsonEnd(text, start);
    const raw = text.slice(start < 0 ? at : start, end);
    const parsed = start < 0 ? undefined : parseJson(raw);
    // There is no telling where what is no JSON ends.
    if (parsed === undefined) return { calls: [invalidCall(raw, TOOL_CALL_ERRORS.notJson)], end: text.length };
    return { calls: [toCall(parsed.value, raw)], end };
  },
  before: '',
  writeCalls: (calls) =>
    calls.map((call) => `${MARK}{"name": ${JSON.stringify(call.name)}, "arguments": ${call.arguments}}`).join(''),
});
