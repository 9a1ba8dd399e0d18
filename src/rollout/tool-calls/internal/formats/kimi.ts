import { type ParsedToolCall, TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall, namedCall, parseJson } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';

const SECTION = '<|tool_calls_section_begin|>';
const SECTION_END = '<|tool_calls_section_end|>';
const BEGIN = '<|tool_call_begin|>';
const ARGUMENTS = '<|tool_call_argument_begin|>';
const END = '<|tool_call_end|>';

/**
 * Kimi K2's calls, between tokens of their own: `functions.NAME:INDEX`, and the arguments as JSON.
 *
 * @remarks Source: Moonshot AI's tool call guidance for Kimi K2, and its chat templates.
 */
export const KIMI = callFormat({
  name: 'kimi',
  marks: [SECTION],
  starts: [SECTION, BEGIN],
  read(text, at) {
    if (text.startsWith(SECTION, at)) return { calls: [], end: at + SECTION.length };
    const start = at + BEGIN.length;
    const next = text.indexOf(BEGIN, start);
    const block = text.slice(start, next < 0 ? text.length : next);
    const end = block.indexOf(END);
    if (end < 0) return { calls: [invalidCall(block, TOOL_CALL_ERRORS.unclosed)], end: start + block.length };
    return { calls: [readBlock(block.slice(0, end))], end: start + end + END.length };
  },
  callId: (name, index) => `functions.${name}:${index}`,
  before: '',
  writeCalls: (calls) =>
    `${SECTION}${calls
      .map((call, index) => `${BEGIN}functions.${call.name}:${index}${ARGUMENTS}${call.arguments}${END}`)
      .join('')}${SECTION_END}`,
});

function readBlock(block: string): ParsedToolCall {
  const mark = block.indexOf(ARGUMENTS);
  if (mark < 0) return invalidCall(block, TOOL_CALL_ERRORS.missingArguments);
  const id = block.slice(0, mark).trim();
  const name = id.replace(/^functions\./, '').replace(/:\d+$/, '');
  const parsed = parseJson(block.slice(mark + ARGUMENTS.length));
  if (parsed === undefined) return invalidCall(block, TOOL_CALL_ERRORS.notJson);
  const call = namedCall(name, parsed.value, block);
  return call.kind === 'call' ? { ...call, id } : call;
}
