import * as z from 'zod';
import { argumentError, functionSchema } from '../../base/internal/index.js';
import type { InnerFormat } from './internal/call-format.js';
import { DEEPSEEK, KIMI, SOLAR } from './internal/formats/delimited-calls.js';
import { GEMMA4 } from './internal/formats/gemma4.js';
import { HARMONY } from './internal/formats/harmony.js';
import * as json from './internal/formats/json-calls.js';
import { LFM2 } from './internal/formats/lfm2.js';
import * as markup from './internal/formats/markup-formats.js';
import type { ToolCallFormat, WritableCall } from './tool-call-format.js';

/** Every format there is, in the order in which a template's calls are tried. */
export const TOOL_CALL_FORMATS: readonly InnerFormat[] = [
  ...[json.HERMES, json.LLAMA3_JSON, json.MISTRAL, DEEPSEEK, markup.QWEN3_CODER, HARMONY, markup.GLM, KIMI],
  ...[markup.DEEPSEEK_V32, markup.DEEPSEEK_V4, markup.MINIMAX, GEMMA4, json.GRANITE, json.NEMOTRON, LFM2],
  ...[json.APERTUS, json.COMMAND_R, SOLAR, markup.SEED, json.FUNCTIONARY, json.TOOL_CALLS_JSON, markup.MUSE],
  json.GIGACHAT,
];

/** A format, or the name of one that is here. */
export const toolCallFormatSchema = z.union([
  z.string(),
  z.looseObject({ name: z.string(), parse: functionSchema<ToolCallFormat['parse']>() }),
]);

/**
 * @returns The format of this name. @throws RangeError for one that there is not.
 *
 * @example
 * toolCallFormat('hermes').name; // 'hermes'
 */
export function toolCallFormat(name: string): ToolCallFormat {
  const format = TOOL_CALL_FORMATS.find((each) => each.name === name);
  if (format === undefined)
    throw argumentError(RangeError, 'toolCallFormat', `expected one of ${formatNames()}, got ${JSON.stringify(name)}`);
  return format;
}

/** @returns The names of all formats, for messages. */
export function formatNames(): string {
  return TOOL_CALL_FORMATS.map(({ name }) => name).join(', ');
}

/** @returns A turn's words and calls in this format; in Hermes' for a format of the caller's own that does not write. */
export function writeCalls(format: ToolCallFormat, words: string, calls: readonly WritableCall[]): string {
  if (calls.length === 0) return words;
  return (format.write ?? json.HERMES.write!)(words, calls);
}
