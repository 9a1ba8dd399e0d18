import * as z from 'zod';
import { argumentError, functionSchema } from '../../base/internal/index.js';
import type { InnerFormat } from './internal/call-format.js';
import { DEEPSEEK, KIMI, SOLAR } from './internal/formats/delimited-calls.js';
import { GEMMA4 } from './internal/formats/gemma4.js';
import { GIGACHAT } from './internal/formats/gigachat.js';
import { GLM } from './internal/formats/glm.js';
import { HARMONY } from './internal/formats/harmony.js';
import { HERMES } from './internal/formats/hermes.js';
import { APERTUS, COMMAND_R, GRANITE, NEMOTRON, TOOL_CALLS_JSON } from './internal/formats/json-blocks.js';
import { LFM2 } from './internal/formats/lfm2.js';
import { FUNCTIONARY, LLAMA3_JSON } from './internal/formats/llama3.js';
import { DEEPSEEK_V32, DEEPSEEK_V4, MINIMAX, MUSE, QWEN3_CODER, SEED } from './internal/formats/markup-formats.js';
import { MISTRAL } from './internal/formats/mistral.js';
import type { ToolCallFormat, WritableCall } from './tool-call-format.js';

/** All formats, in the order in which the calls of a template are tried. */
export const TOOL_CALL_FORMATS: readonly InnerFormat[] = [
  HERMES,
  LLAMA3_JSON,
  MISTRAL,
  DEEPSEEK,
  QWEN3_CODER,
  HARMONY,
  GLM,
  KIMI,
  DEEPSEEK_V32,
  DEEPSEEK_V4,
  MINIMAX,
  GEMMA4,
  GRANITE,
  NEMOTRON,
  LFM2,
  APERTUS,
  COMMAND_R,
  SOLAR,
  SEED,
  FUNCTIONARY,
  TOOL_CALLS_JSON,
  MUSE,
  GIGACHAT,
];

/** A format, or the name of a built-in format. */
export const toolCallFormatSchema = z.union([
  z.string(),
  z.looseObject({ name: z.string(), parse: functionSchema<ToolCallFormat['parse']>() }),
]);

/**
 * Returns the built-in format of this name.
 *
 * @throws RangeError for an unknown name.
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

/** @returns The names of all formats, for error messages. */
export function formatNames(): string {
  return TOOL_CALL_FORMATS.map(({ name }) => name).join(', ');
}

/** @returns A turn's words and calls in this format; in Hermes' format if the format cannot write. */
export function writeCalls(format: ToolCallFormat, words: string, calls: readonly WritableCall[]): string {
  if (calls.length === 0) return words;
  return (format.write ?? HERMES.write!)(words, calls);
}
