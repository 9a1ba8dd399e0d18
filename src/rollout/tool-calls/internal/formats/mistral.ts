import { type JsonValue, type ParsedToolCall, TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall, namedCall, parseJson, toCall } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';
import { jsonEnd } from './json-end.js';

const MARK = '[TOOL_CALLS]';

/** From tokenizer version 11 on: a name, perhaps an id, and the arguments. */
const NAMED = /^\s*([^[\]{}\s]+)\s*(?:\[CALL_ID\]\s*([^[\]{}\s]*)\s*)?\[ARGS\]/;

/** Mistral's templates refuse other ids. */
const ID = /^[A-Za-z0-9]{9}$/;

/**
 * Mistral's calls, after `[TOOL_CALLS]`: one JSON array of `{"name": …, "arguments": {…}}`, or, as newer models write them,
 * a mark, a name, `[ARGS]` and the arguments for each.
 *
 * @remarks Source: mistral-common's instruct tokenizers v3 to v13.
 */
export const MISTRAL = callFormat({
  name: 'mistral',
  marks: [MARK],
  starts: [MARK],
  read(text, at) {
    // A mark in an argument is text: the next one is looked for behind the JSON.
    const block = text.slice(at + MARK.length);
    const named = NAMED.exec(block);
    const start = named === null ? block.search(/\S/) : named[0].length;
    const end = jsonEnd(block, start);
    const parsed = parseJson(block.slice(start, end));
    const length = parsed === undefined ? endOfBlock(block) : end;
    return {
      calls: readCalls(parsed?.value, named, block.slice(0, length)),
      end: at + MARK.length + length,
    };
  },
  before: '',
  writeCalls: (calls) =>
    `${MARK}[${calls.map((call) => `{"name": ${JSON.stringify(call.name)}, "arguments": ${call.arguments}}`).join(', ')}]`,
});

function endOfBlock(block: string): number {
  const next = block.indexOf(MARK);
  return next < 0 ? block.length : next;
}

function readCalls(value: JsonValue | undefined, named: RegExpExecArray | null, block: string): ParsedToolCall[] {
  if (value === undefined) return [invalidCall(block, TOOL_CALL_ERRORS.notJson)];
  if (named !== null) {
    const call = namedCall(named[1]!, value, block.trim());
    const id = named[2];
    return [call.kind === 'call' && id !== undefined && ID.test(id) ? { ...call, id } : call];
  }
  const values = (Array.isArray(value) ? value : [value]) as readonly JsonValue[];
  if (values.length === 0) return [invalidCall(block, TOOL_CALL_ERRORS.notObject)];
  return values.map((one) => toCall(one, JSON.stringify(one)));
}
