import { TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall, parseJson, toCall } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';
import { asJson, objectHead } from './json-call.js';
import { jsonEnd } from './scan.js';

const GIGACHAT_MARK = '<|function_call|>';
/** GigaChat 3.0 writes a call as a message of its own, with this header. */
const GIGACHAT_ROLE = 'function call<|role_sep|>\n';

/**
 * GigaChat's call, one a turn: JSON after a mark (3.1), or a message of the role `function call` (3.0).
 *
 * @remarks Source: the chat templates of GigaChat3-10B-A1.8B and GigaChat3.1-10B-A1.8B.
 */
export const GIGACHAT = callFormat({
  name: 'gigachat',
  marks: [GIGACHAT_MARK, GIGACHAT_ROLE],
  starts: [GIGACHAT_MARK, GIGACHAT_ROLE, `<|message_sep|>\n\n${GIGACHAT_ROLE}`],
  read(text, at) {
    const start = text.indexOf('{', at);
    const end = start < 0 ? text.length : jsonEnd(text, start);
    const raw = text.slice(start < 0 ? at : start, end);
    const parsed = start < 0 ? undefined : parseJson(raw);
    // Invalid JSON has no end that could be found.
    if (parsed === undefined) {
      const call = invalidCall(raw, TOOL_CALL_ERRORS.notJson);
      return { calls: [call], end: text.length, certain: 0, isOver: false };
    }
    return { calls: [toCall(parsed.value, raw)], end, certain: 1, isOver: true };
  },
  stream: { valuesEnd: true, head: objectHead('name', 'arguments') },
  writeCall: (call) => GIGACHAT_MARK + asJson(call),
});
