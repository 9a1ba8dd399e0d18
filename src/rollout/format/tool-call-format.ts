import { z } from 'zod';
import type { TemplateTool } from '../../base/index.js';
import { functionSchema } from '../../base/internal/index.js';
import { parseDeepSeek } from './internal/tool-calls/deepseek.js';
import { parseHermes } from './internal/tool-calls/hermes.js';
import { parseLlama3Json } from './internal/tool-calls/llama3-json.js';
import { parseMistral } from './internal/tool-calls/mistral.js';
import { parseQwen3Coder } from './internal/tool-calls/qwen3-coder.js';
import type { ParsedTurn } from './parsed-turn.js';

/** A way in which models write tool calls. */
export interface ToolCallFormat {
  readonly name: string;
  /**
   * Reads the calls out of a turn.
   *
   * @param text - A whole turn, without the token that ends it.
   * @param tools - Their schemas say what an argument is, where the format does not.
   */
  parse(text: string, tools?: readonly TemplateTool[]): ParsedTurn;
}

const FORMATS = {
  /** `<tool_call>{"name": …, "arguments": {…}}</tool_call>`: Hermes, Qwen2.5, Qwen3, SmolLM3 and most others. */
  hermes: parseHermes,
  /** `{"name": …, "parameters": {…}}`, perhaps after `<|python_tag|>`: Llama 3.1, 3.2 and 3.3. */
  'llama3-json': parseLlama3Json,
  /** `[TOOL_CALLS]` and an array, or names and `[ARGS]`: Mistral. */
  mistral: parseMistral,
  /** Tokens of its own around name and arguments: DeepSeek-V3, R1 and V3.1. */
  deepseek: parseDeepSeek,
  /** `<function=name><parameter=name>…`: Qwen3-Coder, Qwen3.5. */
  'qwen3-coder': parseQwen3Coder,
} as const satisfies Record<ToolCallFormatName, ToolCallFormat['parse']>;

/** A format, or the name of one that is here. */
export const toolCallFormatSchema = z.union([
  z.string(),
  z.looseObject({ name: z.string(), parse: functionSchema<ToolCallFormat['parse']>() }),
]);

/** The formats there are. */
export type ToolCallFormatName = 'hermes' | 'llama3-json' | 'mistral' | 'deepseek' | 'qwen3-coder';

/** @returns The format of this name. @throws RangeError for one that there is not. */
export function toolCallFormat(name: string): ToolCallFormat {
  if (!Object.hasOwn(FORMATS, name))
    throw new RangeError(
      `toolCallFormat: expected one of ${Object.keys(FORMATS).join(', ')}, got ${JSON.stringify(name)}`,
    );
  return { name, parse: FORMATS[name as ToolCallFormatName] };
}

/** Where a template's marks are those of no format here (GLM's, gpt-oss', Granite 3's): a turn is its text, and calls none. */
export const UNKNOWN_FORMAT: ToolCallFormat = { name: 'unknown', parse: (text) => ({ content: text, calls: [] }) };

/** @returns Why no call of a template is read, and what helps. */
export function unknownFormat(template: string): string {
  return `${template} writes tool calls in a format that is none of ${Object.keys(FORMATS).join(', ')}: give one of your own ({ name, parse })`;
}

const UNKNOWN_MARKS = ['<arg_key>', '<|channel|>', '<|tool_call|>'];

/** @returns The format that a template's text shows; Hermes' where it shows none, as prompts are written for. */
export function detectToolCallFormat(template: string): ToolCallFormat {
  return UNKNOWN_MARKS.some((mark) => template.includes(mark))
    ? UNKNOWN_FORMAT
    : toolCallFormat(formatOfMarks(template));
}

function formatOfMarks(template: string): ToolCallFormatName {
  if (template.includes('<function=')) return 'qwen3-coder';
  if (template.includes('<｜tool▁call▁begin｜>')) return 'deepseek';
  if (template.includes('[TOOL_CALLS]')) return 'mistral';
  if (template.includes('<tool_call>')) return 'hermes';
  if (template.includes('<|python_tag|>') || template.includes('"parameters": ')) return 'llama3-json';
  return 'hermes';
}
