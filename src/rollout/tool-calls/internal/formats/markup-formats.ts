import type { WritableCall } from '../../tool-call-format.js';
import { callFormat, type InnerFormat } from '../call-format.js';
import { argumentTexts, readMarkup, type MarkupTags } from './markup-calls.js';

/** How a model family writes calls with arguments in tags. */
interface MarkupStyle {
  readonly name: string;
  /** The name of the tag around calls. */
  readonly block: string;
  /** Whether each call has a block of its own. */
  readonly isBlockEach: boolean;
  readonly tags: MarkupTags;
  /** Whether values are on lines of their own. */
  readonly onLines: boolean;
  /** Written between words and calls. */
  readonly before: string;
  /** Marks of this format in a template's text. Default: the opening tag of the block. */
  readonly marks?: readonly string[];
}

/** The tags `<function=f>` and `<parameter=x>`. */
const FUNCTION_TAGS: MarkupTags = {
  functionMark: '<function=',
  functionOpen: /<function=([^>\n]*)>/y,
  functionClose: '</function>',
  parameterOpen: /<parameter=([^>]*)>/y,
  parameterClose: '</parameter>',
  writeFunction: (name) => `<function=${name}>`,
  writeParameter: (name) => `<parameter=${name}>`,
};

/**
 * @param prefix - Put before the names of the tags.
 * @param saysText - Whether each parameter has an attribute for its type: `string="true"` for text, `string="false"` for JSON.
 * @returns The tags `<invoke name="f">` and `<parameter name="x">`.
 */
function invokeTags(prefix: string, saysText: boolean): MarkupTags {
  return {
    functionMark: `<${prefix}invoke `,
    functionOpen: new RegExp(`<${prefix}invoke name="([^"\\n]*)">`, 'y'),
    functionClose: `</${prefix}invoke>`,
    parameterOpen: new RegExp(`<${prefix}parameter name="([^"\\n]*)"${saysText ? ' string="(true|false)"' : ''}>`, 'y'),
    parameterClose: `</${prefix}parameter>`,
    writeFunction: (name) => `<${prefix}invoke name="${name}">`,
    writeParameter: (name, isText) => `<${prefix}parameter name="${name}"${saysText ? ` string="${isText}"` : ''}>`,
  };
}

/**
 * Qwen3-Coder's calls. A value is the text between the line feeds around it. The tool's schema decides whether it is text, JSON or
 * null; without a schema it is text.
 *
 * @remarks Source: the chat template of Qwen3-Coder, and the parser that it was published with.
 */
export const QWEN3_CODER = markupFormat({
  name: 'qwen3-coder',
  block: 'tool_call',
  isBlockEach: true,
  tags: FUNCTION_TAGS,
  onLines: true,
  before: '\n\n',
  marks: ['<function='],
});

/** Seed-OSS' calls: Qwen3-Coder's tags, without line feeds around values. @remarks Source: its chat template. */
export const SEED = markupFormat({
  name: 'seed',
  block: 'seed:tool_call',
  isBlockEach: true,
  tags: FUNCTION_TAGS,
  onLines: false,
  before: '\n',
});

/** @remarks Source: the chat template of MiniMax-M2, and the tool calling guide beside it. */
export const MINIMAX = markupFormat({
  name: 'minimax',
  block: 'minimax:tool_call',
  isBlockEach: false,
  tags: invokeTags('', false),
  onLines: false,
  before: '\n',
});

/** Muse Glimmer. @remarks Source: its chat template. */
export const MUSE = markupFormat({
  name: 'muse',
  block: 'atem:function_calls',
  isBlockEach: false,
  tags: invokeTags('atem:', false),
  onLines: false,
  before: '',
});

const DSML = { isBlockEach: false, tags: invokeTags('｜DSML｜', true), onLines: false, before: '\n\n' };

/** @remarks Source: the encoding that DeepSeek-V3.2 was published with, and its chat template. */
export const DEEPSEEK_V32 = markupFormat({ ...DSML, name: 'deepseek-v3.2', block: '｜DSML｜function_calls' });

/** @remarks Source: the chat template of DeepSeek-V4. */
export const DEEPSEEK_V4 = markupFormat({ ...DSML, name: 'deepseek-v4', block: '｜DSML｜tool_calls' });

function markupFormat({ name, block, isBlockEach, tags, onLines, before, marks }: MarkupStyle): InnerFormat {
  const open = `<${block}>`;
  const close = `</${block}>`;
  const line = onLines ? '\n' : '';
  const writeFunction = (call: WritableCall): string => {
    const parameters = argumentTexts(call);
    if (parameters === undefined) return call.arguments;
    const written = parameters.map(
      ({ name: parameter, text, isText }) =>
        `${tags.writeParameter(parameter, isText)}${line}${text}${line}${tags.parameterClose}\n`,
    );
    return `${tags.writeFunction(call.name)}\n${written.join('')}${tags.functionClose}`;
  };
  return callFormat({
    name,
    marks: marks ?? [open],
    starts: [open],
    read: (text, at, tools) => readMarkup(text, at, tools, { ...tags, open, close, onLines }),
    stream: { close, also: [tags.functionMark], firsts: '<' },
    before,
    between: '\n',
    open: isBlockEach ? '' : `${open}\n`,
    close: isBlockEach ? '' : `\n${close}`,
    writeCall: (call) => (isBlockEach ? `${open}\n${writeFunction(call)}\n${close}` : writeFunction(call)),
  });
}
