import { TAGS } from '../../base/index.js';
import { isJsonObject, parseJson } from '../../base/internal/index.js';
import type { ToolCallFormatName } from '../format/tool-call-format.js';

/** A call to be written. */
export interface WritableCall {
  readonly name: string;
  /** The text of a JSON object, or what a model wrote in its place. */
  readonly arguments: string;
}

interface CallWriter {
  /** What stands between words and calls. */
  readonly before: string;
  readonly write: (calls: readonly WritableCall[]) => string;
}

const inTags = (body: string): string => `${TAGS.toolCallStart}\n${body}\n${TAGS.toolCallEnd}`;

const asJson = (call: WritableCall, argumentsName = 'arguments'): string =>
  `{"name": ${JSON.stringify(call.name)}, "${argumentsName}": ${call.arguments}}`;

/** As models write calls that were trained on a format. */
const WRITERS: { readonly [name in ToolCallFormatName]: CallWriter } = {
  hermes: { before: '\n', write: (calls) => calls.map((call) => inTags(asJson(call))).join('\n') },
  'llama3-json': {
    before: '<|python_tag|>',
    write: (calls) => calls.map((call) => asJson(call, 'parameters')).join('; '),
  },
  mistral: { before: '', write: (calls) => `[TOOL_CALLS][${calls.map((call) => asJson(call)).join(', ')}]` },
  deepseek: {
    before: '',
    write: (calls) =>
      `<｜tool▁calls▁begin｜>${calls
        .map((call) => `<｜tool▁call▁begin｜>${call.name}<｜tool▁sep｜>${call.arguments}<｜tool▁call▁end｜>`)
        .join('')}<｜tool▁calls▁end｜>`,
  },
  'qwen3-coder': { before: '\n\n', write: (calls) => calls.map((call) => inTags(asFunction(call))).join('\n') },
};

function asFunction(call: WritableCall): string {
  const value = parseJson(call.arguments)?.value;
  if (value === undefined || !isJsonObject(value)) return call.arguments;
  const parameters = Object.entries(value).map(([name, argument]) => {
    const text = typeof argument === 'string' ? argument : JSON.stringify(argument);
    return `<parameter=${name}>\n${text}\n</parameter>\n`;
  });
  return `<function=${call.name}>\n${parameters.join('')}</function>`;
}

/** @returns A turn's words and calls in this format; in Hermes' for a format of the caller's own. */
export function writeCalls(format: string, words: string, calls: readonly WritableCall[]): string {
  if (calls.length === 0) return words;
  const { before, write } = Object.hasOwn(WRITERS, format) ? WRITERS[format as ToolCallFormatName] : WRITERS.hermes;
  return words === '' ? write(calls) : words + before + write(calls);
}
