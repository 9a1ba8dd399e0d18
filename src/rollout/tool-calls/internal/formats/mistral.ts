import { TOOL_CALL_ERRORS, type JsonValue, type ParsedToolCall } from '../../../../base/index.js';
import { invalidCall, namedCall, parseJson } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';
import { asJson, callsOfJson, objectHead } from './json-call.js';
import { jsonEnd } from './scan.js';

const MISTRAL_MARK = '[TOOL_CALLS]';
/** From tokenizer version 11 on: a name, optionally an id, and the arguments. */
const MISTRAL_NAMED = /^\s*([^[\]{}\s]+)\s*(?:\[CALL_ID\]\s*([^[\]{}\s]*)\s*)?\[ARGS\]/;
/** Mistral's templates refuse other ids. */
const MISTRAL_ID = /^[A-Za-z0-9]{9}$/;

/**
 * Mistral's calls: `[TOOL_CALLS]` and one JSON array of `{"name": …, "arguments": {…}}`. Newer models write a mark, a name,
 * `[ARGS]` and the arguments for each call.
 *
 * @remarks Source: mistral-common's instruct tokenizers v3 to v13.
 */
export const MISTRAL = callFormat({
  name: 'mistral',
  marks: [MISTRAL_MARK],
  starts: [MISTRAL_MARK],
  read(text, at) {
    // A mark in an argument is text, so the next mark is searched for after the JSON.
    const start = at + MISTRAL_MARK.length;
    const rest = text.slice(start);
    const named = MISTRAL_NAMED.exec(rest);
    const from = named === null ? rest.search(/\S/) : named[0].length;
    const end = jsonEnd(rest, from);
    const parsed = parseJson(rest.slice(from, end));
    if (parsed !== undefined) {
      const calls = mistralCalls(parsed.value, named, rest.slice(0, end));
      const isOver = /[}\]]/.test(rest[end - 1]!);
      return { calls, end: start + end, certain: isOver ? calls.length : 0, isOver };
    }
    const next = rest.indexOf(MISTRAL_MARK);
    const block = next < 0 ? rest : rest.slice(0, next);
    const call = invalidCall(block, TOOL_CALL_ERRORS.notJson);
    return { calls: [call], end: start + block.length, certain: 0, isOver: false };
  },
  stream: {
    valuesEnd: true,
    head: new RegExp(
      String.raw`${MISTRAL_NAMED.source.slice(1)}\s*(?=\{)|${objectHead('name', 'arguments', String.raw`\s*\[?\s*`).source}`,
      'y',
    ),
  },
  open: `${MISTRAL_MARK}[`,
  between: ', ',
  close: ']',
  writeCall: (call) => asJson(call),
});

function mistralCalls(value: JsonValue, named: RegExpExecArray | null, block: string): readonly ParsedToolCall[] {
  if (named === null) {
    const calls = callsOfJson(value);
    return calls.length === 0 ? [invalidCall(block, TOOL_CALL_ERRORS.notObject)] : calls;
  }
  const [, name, id] = named;
  const call = namedCall(name!, value, block.trim());
  return [call.kind === 'call' && id !== undefined && MISTRAL_ID.test(id) ? { ...call, id } : call];
}
