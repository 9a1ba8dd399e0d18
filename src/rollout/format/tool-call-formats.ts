import * as z from 'zod';
import { argumentError, functionSchema } from '../../base/internal/index.js';
import type { InnerFormat } from '../internal/inner-format.js';
import { DEEPSEEK } from './internal/tool-calls/deepseek.js';
import { HERMES } from './internal/tool-calls/hermes.js';
import { LLAMA3_JSON } from './internal/tool-calls/llama3-json.js';
import { MISTRAL } from './internal/tool-calls/mistral.js';
import { QWEN3_CODER } from './internal/tool-calls/qwen3-coder.js';
import { APERTUS } from './internal/tool-calls/apertus.js';
import { COMMAND_R } from './internal/tool-calls/command-r.js';
import { FUNCTIONARY } from './internal/tool-calls/functionary.js';
import { GEMMA4 } from './internal/tool-calls/gemma4.js';
import { GIGACHAT } from './internal/tool-calls/gigachat.js';
import { GLM } from './internal/tool-calls/glm.js';
import { GRANITE } from './internal/tool-calls/granite.js';
import { HARMONY } from './internal/tool-calls/harmony.js';
import { KIMI } from './internal/tool-calls/kimi.js';
import { LFM2 } from './internal/tool-calls/lfm2.js';
import { MINIMAX } from './internal/tool-calls/minimax.js';
import { MUSE } from './internal/tool-calls/muse.js';
import { NEMOTRON } from './internal/tool-calls/nemotron.js';
import { SEED } from './internal/tool-calls/seed.js';
import { SOLAR } from './internal/tool-calls/solar.js';
import { TOOL_CALLS_JSON } from './internal/tool-calls/tool-calls-json.js';
import { DEEPSEEK_V32, DEEPSEEK_V4 } from './internal/tool-calls/dsml.js';
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

/** The formats there are. */
export type ToolCallFormatName =
  | 'hermes'
  | 'llama3-json'
  | 'mistral'
  | 'deepseek'
  | 'qwen3-coder'
  | 'harmony'
  | 'glm'
  | 'kimi'
  | 'deepseek-v3.2'
  | 'deepseek-v4'
  | 'minimax'
  | 'gemma4'
  | 'granite'
  | 'nemotron'
  | 'lfm2'
  | 'apertus'
  | 'command-r'
  | 'solar'
  | 'seed'
  | 'functionary'
  | 'tool-calls-json'
  | 'muse'
  | 'gigachat';

/** @returns The format of this name. @throws RangeError for one that there is not. */
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
