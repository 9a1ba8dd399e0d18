import { callFormat } from '../call-format.js';
import { argumentTexts, readMarkup, type Markup } from './markup-calls.js';

const MARKUP: Markup = {
  open: '<seed:tool_call>',
  close: '</seed:tool_call>',
  functionOpen: /<function=([^>\n]*)>/y,
  functionClose: '</function>',
  parameterOpen: /<parameter=([^>]*)>/y,
  parameterClose: '</parameter>',
  onLines: false,
};

/** Seed-OSS' calls: Qwen3-Coder's markup in a `seed:tool_call`, values without lines of their own. @remarks Source: its chat template. */
export const SEED = callFormat({
  name: 'seed',
  marks: [MARKUP.open],
  starts: [MARKUP.open],
  read: (text, at, tools) => readMarkup(text, at, tools, MARKUP),
  before: '\n',
  writeCalls: (calls) =>
    calls
      .map((call) => {
        const written = argumentTexts(call)?.map(({ name, text }) => `<parameter=${name}>${text}</parameter>\n`);
        const body = written === undefined ? call.arguments : `<function=${call.name}>\n${written.join('')}</function>`;
        return `${MARKUP.open}\n${body}\n${MARKUP.close}`;
      })
      .join('\n'),
});
