import * as z from 'zod';
import { argumentError, functionSchema } from '../../base/internal/index.js';
import type { InnerFormat } from './internal/inner-format.js';
import { DEEPSEEK } from './internal/formats/deepseek.js';
import { HERMES } from './internal/formats/hermes.js';
import { LLAMA3_JSON } from './internal/formats/llama3-json.js';
import { MISTRAL } from './internal/formats/mistral.js';
import { QWEN3_CODER } from './internal/formats/qwen3-coder.js';
import { APERTUS } from './internal/formats/apertus.js';
import { COMMAND_R } from './internal/formats/command-r.js';
import { FUNCTIONARY } from './internal/formats/functionary.js';
import { GEMMA4 } from './internal/formats/gemma4.js';
import { GIGACHAT } from './internal/formats/gigachat.js';
import { GLM } from './internal/formats/glm.js';
import { GRANITE } from './internal/formats/granite.js';
import { HARMONY } from './internal/formats/harmony.js';
import { KIMI } from './internal/formats/kimi.js';
import { LFM2 } from './internal/formats/lfm2.js';
import { MINIMAX } from './internal/formats/minimax.js';
import { MUSE } from './internal/formats/muse.js';
import { NEMOTRON } from './internal/formats/nemotron.js';
import { SEED } from './internal/formats/seed.js';
import { SOLAR } from './internal/formats/solar.js';
import { TOOL_CALLS_JSON } from './internal/formats/tool-calls-json.js';
import { DEEPSEEK_V32, DEEPSEEK_V4 } from './internal/formats/dsml.js';
import type { ToolCallFormat } from './tool-call-format.js';

/** Every format there is, in the order in which a template's calls are tried. */
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
