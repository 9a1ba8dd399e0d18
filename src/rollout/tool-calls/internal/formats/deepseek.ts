import { type ParsedToolCall, TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall, namedCall, parseJson } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';

const CALLS = '<｜tool▁calls▁begin｜>';
const CALLS_END = '<｜tool▁calls▁end｜>';
const BEGIN = '<｜tool▁call▁begin｜>';
const SEPARATOR = '<｜tool▁sep｜>';
const END = '<｜tool▁call▁end｜>';

/** V3 and R1 name the kind of tool first and put the arguments into a block of Markdown. */
const FENCED = /^\s*([^\n]+)\n```(?:json)?\n([\s\S]*?)\n?```\s*$/;

/**
 * DeepSeek's calls, each between its own begin and end tokens: name, separator and arguments (V3.1), or `function`,
 * separator, name and the arguments in a block of Markdown (V3, R1).
 *
 * @remarks Source: the chat templates of DeepSeek-R1, DeepSeek-V3-0324 and DeepSeek-V3.1.
 */
export const DEEPSEEK = callFormat({
  name: 'deepseek',
  marks: [BEGIN],
  starts: [CALLS, BEGIN],
  read(text, at) {
    if (text.startsWith(CALLS, at)) return { calls: [], end: at + CALLS.length };
    const start = at + BEGIN.length;
    const next = text.indexOf(BEGIN, start);
    const block = text.slice(start, next < 0 ? text.length : next);
    return { calls: [readBlock(block)], end: start + block.length };
  },
  before: '',
  writeCalls: (calls) =>
    `${CALLS}${calls.map((call) => `${BEGIN}${call.name}${SEPARATOR}${call.arguments}${END}`).join('')}${CALLS_END}`,
});

function readBlock(block: string): ParsedToolCall {
  const end = block.indexOf(END);
  if (end < 0) return invalidCall(block, TOOL_CALL_ERRORS.unclosed);
  const raw = block.slice(0, end);
  const separator = raw.indexOf(SEPARATOR);
  if (separator < 0) return invalidCall(raw, TOOL_CALL_ERRORS.missingName);
  const rest = raw.slice(separator + SEPARATOR.length);
  const fenced = FENCED.exec(rest);
  const [name, args] = fenced === null ? [raw.slice(0, separator), rest] : [fenced[1]!, fenced[2]!];
  const parsed = parseJson(args);
  if (parsed === undefined) return invalidCall(raw, TOOL_CALL_ERRORS.notJson);
  return namedCall(name.trim(), parsed.value, raw);
}
