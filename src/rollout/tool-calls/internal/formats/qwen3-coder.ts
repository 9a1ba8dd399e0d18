import { TAGS } from '../../../../base/index.js';
import type { WritableCall } from '../../writable-call.js';
import { callFormat } from '../call-format.js';
import { argumentTexts, readMarkup, type Markup } from './markup-calls.js';

const MARKUP: Markup = {
  open: TAGS.toolCallStart,
  close: TAGS.toolCallEnd,
  functionOpen: /<function=([^>\n]*)>/y,
  functionClose: '</function>',
  parameterOpen: /<parameter=([^>]*)>/y,
  parameterClose: '</parameter>',
  onLines: true,
};

/**
 * Qwen3-Coder's markup: `<function=name>` and a `<parameter=name>` for each argument, between `<tool_call>` and
 * `</tool_call>`. A value is what stands there, without the line feeds around it; the tool's schema says whether it is text,
 * JSON or null. What a schema does not know is text.
 *
 * @remarks Source: the chat template of Qwen3-Coder, and the parser that it was published with.
 */
export const QWEN3_CODER = callFormat({
  name: 'qwen3-coder',
  marks: ['<function='],
  starts: [MARKUP.open],
  read: (text, at, tools) => readMarkup(text, at, tools, MARKUP),
  before: '\n\n',
  writeCalls: (calls) =>
    calls.map((call) => `${TAGS.toolCallStart}\n${asFunction(call)}\n${TAGS.toolCallEnd}`).join('\n'),
});

function asFunction(call: WritableCall): string {
  const parameters = argumentTexts(call);
  if (parameters === undefined) return call.arguments;
  const written = parameters.map(({ name, text }) => `<parameter=${name}>\n${text}\n</parameter>\n`);
  return `<function=${call.name}>\n${written.join('')}</function>`;
}
