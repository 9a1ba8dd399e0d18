import { type ParsedToolCall, TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall, namedCall, parseJson } from '../../../../base/internal/index.js';
import type { ParsedTurn } from '../../parsed-turn.js';

const CALLS = '<｜tool▁calls▁begin｜>';
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
export function parseDeepSeek(text: string): ParsedTurn {
  const [before = '', ...blocks] = text.split(BEGIN);
  if (blocks.length === 0) return { content: text, calls: [] };
  return { content: before.replace(CALLS, '').trimEnd(), calls: blocks.map(readBlock) };
}

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
