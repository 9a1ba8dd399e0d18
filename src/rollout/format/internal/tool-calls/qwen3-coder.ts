import {
  type JsonValue,
  type ParsedToolCall,
  TAGS,
  type TemplateTool,
  TOOL_CALL_ERRORS,
} from '../../../../base/index.js';
import { invalidCall, isJsonObject, namedCall, parseJson } from '../../../../base/internal/index.js';
import type { ParsedTurn } from '../../parsed-turn.js';

const FUNCTION = /^<function=([^>\n]*)>/;
const PARAMETER = '<parameter=';
const PARAMETER_END = '</parameter>';

/**
 * Qwen3-Coder's markup: `<function=name>` and a `<parameter=name>` for each argument, between `<tool_call>` and
 * `</tool_call>`. A value is what stands there, without the line feeds around it; the tool's schema says whether it is text
 * or JSON. What a schema does not know is text.
 *
 * @remarks Source: the chat template of Qwen3-Coder, and the parser that it was published with.
 */
export function parseQwen3Coder(text: string, tools: readonly TemplateTool[] = []): ParsedTurn {
  const [before = '', ...pieces] = text.split(TAGS.toolCallStart);
  const blocks = joinQuoted(pieces);
  if (blocks.length === 0) return { content: text, calls: [] };
  return { content: before.trimEnd(), calls: blocks.map((block) => readBlock(block, tools)) };
}

/** A mark in an argument is text: it follows a call that is not closed, and no function follows it. */
function joinQuoted(pieces: readonly string[]): string[] {
  const blocks: string[] = [];
  for (const piece of pieces) {
    const isQuoted = blocks.at(-1)?.includes(TAGS.toolCallEnd) === false && !/^\s*<function=/.test(piece);
    if (isQuoted) blocks.push(`${blocks.pop()}${TAGS.toolCallStart}${piece}`);
    else blocks.push(piece);
  }
  return blocks;
}

function readBlock(block: string, tools: readonly TemplateTool[]): ParsedToolCall {
  const end = block.lastIndexOf(TAGS.toolCallEnd);
  if (end < 0) return invalidCall(block, TOOL_CALL_ERRORS.unclosed);
  const raw = block.slice(0, end);
  const markup = raw.trim();
  const [head, name] = FUNCTION.exec(markup) ?? [];
  if (head === undefined || name === undefined) return invalidCall(raw, TOOL_CALL_ERRORS.notFunction);
  const properties = tools.find((tool) => tool.name === name.trim())?.parameters['properties'];
  const args: [string, JsonValue][] = [];
  for (const part of markup.slice(head.length).split(PARAMETER).slice(1)) {
    const close = part.indexOf('>');
    if (close < 0) return invalidCall(raw, TOOL_CALL_ERRORS.notFunction);
    const key = part.slice(0, close).trim();
    const value = part.slice(close + 1);
    const ended = value.lastIndexOf(PARAMETER_END);
    const schema = isJsonObject(properties as JsonValue)
      ? (properties as { readonly [name: string]: JsonValue })[key]
      : undefined;
    args.push([key, typed(trimLine(ended < 0 ? value : value.slice(0, ended)), schema)]);
  }
  return namedCall(name.trim(), Object.fromEntries(args), raw);
}

function trimLine(text: string): string {
  return text.replace(/^\n/, '').replace(/\n$/, '');
}

/** @returns Text where the schema wants or allows it; else the JSON that it is, or the text for the check to refuse. */
function typed(text: string, schema: JsonValue | undefined): JsonValue {
  const types = typesOf(schema);
  if (types.length === 0 || types.includes('string')) return text;
  return parseJson(text.trim().replace(/^(True|False)$/, (word) => word.toLowerCase()))?.value ?? text;
}

function typesOf(schema: JsonValue | undefined): readonly JsonValue[] {
  if (schema === undefined || !isJsonObject(schema)) return [];
  const { type, anyOf } = schema;
  if (type !== undefined) return (Array.isArray(type) ? type : [type]) as readonly JsonValue[];
  return Array.isArray(anyOf) ? anyOf.flatMap(typesOf) : [];
}
