import { type JsonValue, type ParsedToolCall, TOOL_CALL_ERRORS } from '../../../base/index.js';
import { invalidCall, namedCall, parseJson, toCall } from '../../../base/internal/index.js';
import type { ParsedTurn } from '../../parsed-turn.js';
import { jsonEnd } from './json-end.js';

const MARK = '[TOOL_CALLS]';

/** From tokenizer version 11 on: a name, perhaps an id, and the arguments. */
const NAMED = /^\s*([^[\]{}\s]+)\s*(?:\[CALL_ID\]\s*[^[\]{}\s]*\s*)?\[ARGS\]/;

/**
 * Mistral's calls, after `[TOOL_CALLS]`: one JSON array of `{"name": …, "arguments": {…}}`, or, as newer models write them,
 * a mark, a name, `[ARGS]` and the arguments for each.
 *
 * @remarks Source: mistral-common's instruct tokenizers v3 to v13.
 */
export function parseMistral(text: string): ParsedTurn {
  const [content = '', ...blocks] = text.split(MARK);
  if (blocks.length === 0) return { content: text, calls: [] };
  return { content: content.trimEnd(), calls: blocks.flatMap(readBlock) };
}

function readBlock(block: string): ParsedToolCall[] {
  const named = NAMED.exec(block);
  const start = named === null ? block.search(/\S/) : named[0].length;
  const raw = block.slice(start, jsonEnd(block, start));
  const parsed = parseJson(raw);
  if (parsed === undefined) return [invalidCall(block, TOOL_CALL_ERRORS.notJson)];
  if (named !== null) return [namedCall(named[1]!, parsed.value, block.trim())];
  const values = (Array.isArray(parsed.value) ? parsed.value : [parsed.value]) as readonly JsonValue[];
  if (values.length === 0) return [invalidCall(block, TOOL_CALL_ERRORS.notObject)];
  return values.map((value) => toCall(value, JSON.stringify(value)));
}
