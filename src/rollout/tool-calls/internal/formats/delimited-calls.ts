import { type ParsedToolCall, TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';
import type { CallBlock } from '../call-syntax.js';
import { callOfJson } from './json-call.js';

/** Formats that put special tokens around each call and around its parts. */

const DEEPSEEK_BEGIN = '<｜tool▁call▁begin｜>';
const DEEPSEEK_SEPARATOR = '<｜tool▁sep｜>';
const DEEPSEEK_END = '<｜tool▁call▁end｜>';
/** V3 and R1 write the kind of tool first, and the arguments in a Markdown code block. */
const FENCED = /^\s*([^\n]+)\n```(?:json)?\n([\s\S]*?)\n?```\s*$/;

/**
 * DeepSeek's calls: name, separator and arguments (V3.1), or `function`, separator, name and the arguments in a Markdown code
 * block (V3, R1).
 *
 * @remarks Source: the chat templates of DeepSeek-R1, DeepSeek-V3-0324 and DeepSeek-V3.1.
 */
export const DEEPSEEK = callFormat({
  name: 'deepseek',
  marks: [DEEPSEEK_BEGIN],
  section: '<｜tool▁calls▁begin｜>',
  starts: [DEEPSEEK_BEGIN],
  read(text, at) {
    const start = at + DEEPSEEK_BEGIN.length;
    const block = upToNext(text, start, DEEPSEEK_BEGIN);
    const end = block.indexOf(DEEPSEEK_END);
    if (end < 0) return unclosed(block, start + block.length);
    return { ...closed(deepseekCall(block.slice(0, end))), end: start + end + DEEPSEEK_END.length };
  },
  stream: {
    close: DEEPSEEK_END,
    head: new RegExp(
      `[^<]*${DEEPSEEK_SEPARATOR}\\s*([^\\n{]+)\\n\`\`\`(?:json)?\\n\\s*(?=\\{)|\\s*([^<\\s]+)\\s*${DEEPSEEK_SEPARATOR}\\s*(?=\\{)`,
      'y',
    ),
  },
  open: '<｜tool▁calls▁begin｜>',
  close: '<｜tool▁calls▁end｜>',
  writeCall: (call) => DEEPSEEK_BEGIN + call.name + DEEPSEEK_SEPARATOR + call.arguments + DEEPSEEK_END,
});

function deepseekCall(raw: string): ParsedToolCall {
  const separator = raw.indexOf(DEEPSEEK_SEPARATOR);
  if (separator < 0) return invalidCall(raw, TOOL_CALL_ERRORS.missingName);
  const rest = raw.slice(separator + DEEPSEEK_SEPARATOR.length);
  const [, name = raw.slice(0, separator), args = rest] = FENCED.exec(rest) ?? [];
  return callOfJson(name.trim(), args, raw);
}

const KIMI_SECTION = '<|tool_calls_section_begin|>';
const KIMI_BEGIN = '<|tool_call_begin|>';
const KIMI_ARGUMENTS = '<|tool_call_argument_begin|>';
const KIMI_END = '<|tool_call_end|>';

/**
 * Kimi K2's calls: `functions.NAME:INDEX`, and the arguments as JSON.
 *
 * @remarks Source: Moonshot AI's tool call guidance for Kimi K2, and its chat templates.
 */
export const KIMI = callFormat({
  name: 'kimi',
  marks: [KIMI_SECTION],
  section: KIMI_SECTION,
  starts: [KIMI_BEGIN],
  read(text, at) {
    const start = at + KIMI_BEGIN.length;
    const block = upToNext(text, start, KIMI_BEGIN);
    const end = block.indexOf(KIMI_END);
    if (end < 0) return unclosed(block, start + block.length);
    return { ...closed(kimiCall(block.slice(0, end))), end: start + end + KIMI_END.length };
  },
  stream: {
    close: KIMI_END,
    head: new RegExp(
      String.raw`\s*(?:functions\.)?([^\s<]+?)(?::\d+)?\s*${KIMI_ARGUMENTS.replaceAll('|', '\\|')}\s*(?=\{)`,
      'y',
    ),
  },
  callId: (name, index) => `functions.${name}:${index}`,
  open: KIMI_SECTION,
  close: '<|tool_calls_section_end|>',
  writeCall: (call, index) =>
    `${KIMI_BEGIN}functions.${call.name}:${index}${KIMI_ARGUMENTS}${call.arguments}${KIMI_END}`,
});

function kimiCall(block: string): ParsedToolCall {
  const mark = block.indexOf(KIMI_ARGUMENTS);
  if (mark < 0) return invalidCall(block, TOOL_CALL_ERRORS.missingArguments);
  const id = block.slice(0, mark).trim();
  const name = id.replace(/^functions\./, '').replace(/:\d+$/, '');
  const call = callOfJson(name, block.slice(mark + KIMI_ARGUMENTS.length), block);
  return call.kind === 'call' ? { ...call, id } : call;
}

const SOLAR_BEGIN = '<|tool_call:begin|>';
const SOLAR_NAME = '<|tool_call:name|>';
const SOLAR_ARGUMENTS = '<|tool_call:args|>';
const SOLAR_END = '<|tool_call:end|>';

/** Solar's calls: an id, the name and the arguments as JSON. @remarks Source: the chat template of Solar-Open-100B. */
export const SOLAR = callFormat({
  name: 'solar',
  marks: [SOLAR_BEGIN],
  stopTokens: ['<|calls|>'],
  section: '<|tool_calls|>',
  starts: [SOLAR_BEGIN],
  read(text, at) {
    const start = at + SOLAR_BEGIN.length;
    const block = upToNext(text, start, SOLAR_END);
    const end = start + block.length;
    if (end === text.length) return unclosed(block, end);
    return { ...closed(solarCall(block)), end: end + SOLAR_END.length };
  },
  stream: {
    close: SOLAR_END,
    head: new RegExp(
      String.raw`[^<]*${SOLAR_NAME.replaceAll('|', '\\|')}\s*([^<\s]+)\s*${SOLAR_ARGUMENTS.replaceAll('|', '\\|')}\s*(?=\{)`,
      'y',
    ),
  },
  open: '<|tool_calls|>',
  writeCall: (call, index) =>
    SOLAR_BEGIN + index + SOLAR_NAME + call.name + SOLAR_ARGUMENTS + call.arguments + SOLAR_END,
});

function solarCall(block: string): ParsedToolCall {
  const [name, args] = [block.indexOf(SOLAR_NAME), block.indexOf(SOLAR_ARGUMENTS)];
  if (name < 0 || args < name) return invalidCall(block, TOOL_CALL_ERRORS.missingName);
  const given = block.slice(name + SOLAR_NAME.length, args);
  return callOfJson(given.trim(), block.slice(args + SOLAR_ARGUMENTS.length), block);
}

/** A call that is closed: no text that follows changes it. */
function closed(call: ParsedToolCall): Pick<CallBlock, 'calls' | 'certain' | 'isOver'> {
  return { calls: [call], certain: 1, isOver: true };
}

function unclosed(block: string, end: number): CallBlock {
  return { calls: [invalidCall(block, TOOL_CALL_ERRORS.unclosed)], end, certain: 0, isOver: false };
}

function upToNext(text: string, from: number, mark: string): string {
  const next = text.indexOf(mark, from);
  return text.slice(from, next < 0 ? text.length : next);
}
