import { TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall, namedCall, parseJson } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';

const SECTION = '<|tool_calls|>';
const BEGIN = '<|tool_call:begin|>';
const NAME = '<|tool_call:name|>';
const ARGUMENTS = '<|tool_call:args|>';
const END = '<|tool_call:end|>';

/**
 * Solar's calls: an id, the name and the arguments as JSON, between tokens of their own.
 *
 * @remarks Source: the chat template of Solar-Open-100B.
 */
export const SOLAR = callFormat({
  name: 'solar',
  marks: [BEGIN],
  stopTokens: ['<|calls|>'],
  starts: [SECTION, BEGIN],
  read(text, at) {
    if (text.startsWith(SECTION, at)) return { calls: [], end: at + SECTION.length };
    const start = at + BEGIN.length;
    const found = text.indexOf(END, start);
    const block = text.slice(start, found < 0 ? text.length : found);
    const end = found < 0 ? text.length : found + END.length;
    if (found < 0) return { calls: [invalidCall(block, TOOL_CALL_ERRORS.unclosed)], end };
    const [name, args] = [block.indexOf(NAME), block.indexOf(ARGUMENTS)];
    if (name < 0 || args < name) return { calls: [invalidCall(block, TOOL_CALL_ERRORS.missingName)], end };
    const parsed = parseJson(block.slice(args + ARGUMENTS.length));
    if (parsed === undefined) return { calls: [invalidCall(block, TOOL_CALL_ERRORS.notJson)], end };
    return { calls: [namedCall(block.slice(name + NAME.length, args).trim(), parsed.value, block)], end };
  },
  before: '',
  writeCalls: (calls) =>
    SECTION +
    calls.map((call, index) => `${BEGIN}${index}${NAME}${call.name}${ARGUMENTS}${call.arguments}${END}`).join(''),
});
