import { type JsonValue, TAGS, type TemplateTool, TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall, namedCall } from '../../../../base/internal/index.js';
import { callFormat, type CallBlock, type InnerFormat } from '../call-format.js';
import { argumentTexts, readMarkup, type MarkupTags } from './markup-calls.js';
import { matchAt } from './scan.js';
import { typedValue } from './typed-value.js';

/** How one family writes calls whose arguments stand in tags. */
interface MarkupStyle {
  readonly name: string;
  /** The tag around calls. */
  readonly block: string;
  /** Whether each call has a block of its own. */
  readonly isBlockEach: boolean;
  readonly tags: MarkupTags;
  /** Whether a line feed around a value is the markup's. */
  readonly onLines: boolean;
  readonly before: string;
  /** Default: the tag that opens the block. */
  readonly marks?: readonly string[];
}

/** Tags that name what they open: `<function=f>`, `<parameter=x>`. */
const FUNCTION_TAGS: MarkupTags = {
  functionOpen: /<function=([^>\n]*)>/y,
  functionClose: '</function>',
  parameterOpen: /<parameter=([^>]*)>/y,
  parameterClose: '</parameter>',
  writeFunction: (name) => `<function=${name}>`,
  writeParameter: (name) => `<parameter=${name}>`,
};

/**
 * @param prefix - What stands before the tags' names.
 * @param saysText - Whether each parameter says if it is text (`string="true"`) or JSON.
 * @returns `<invoke name="f">`, `<parameter name="x">`.
 */
function invokeTags(prefix: string, saysText: boolean): MarkupTags {
  return {
    functionOpen: new RegExp(`<${prefix}invoke name="([^"\\n]*)">`, 'y'),
    functionClose: `</${prefix}invoke>`,
    parameterOpen: new RegExp(`<${prefix}parameter name="([^"\\n]*)"${saysText ? ' string="(true|false)"' : ''}>`, 'y'),
    parameterClose: `</${prefix}parameter>`,
    writeFunction: (name) => `<${prefix}invoke name="${name}">`,
    writeParameter: (name, isText) => `<${prefix}parameter name="${name}"${saysText ? ` string="${isText}"` : ''}>`,
  };
}

/**
 * Qwen3-Coder's calls. A value is what stands there, without the line feeds around it; the tool's schema says whether it is
 * text, JSON or null. What a schema does not know is text.
 *
 * @remarks Source: the chat template of Qwen3-Coder, and the parser that it was published with.
 */
export const QWEN3_CODER = markupFormat({
  ...{ name: 'qwen3-coder', block: 'tool_call', isBlockEach: true, tags: FUNCTION_TAGS, onLines: true },
  ...{ before: '\n\n', marks: ['<function='] },
});

/** Seed-OSS' calls: Qwen3-Coder's tags, values without lines of their own. @remarks Source: its chat template. */
export const SEED = markupFormat({
  ...{ name: 'seed', block: 'seed:tool_call', isBlockEach: true, tags: FUNCTION_TAGS, onLines: false, before: '\n' },
});

/** @remarks Source: the chat template of MiniMax-M2, and the tool calling guide beside it. */
export const MINIMAX = markupFormat({
  ...{ name: 'minimax', block: 'minimax:tool_call', isBlockEach: false, tags: invokeTags('', false) },
  ...{ onLines: false, before: '\n' },
});

/** Muse Glimmer. @remarks Source: its chat template. */
export const MUSE = markupFormat({
  ...{ name: 'muse', block: 'atem:function_calls', isBlockEach: false, tags: invokeTags('atem:', false) },
  ...{ onLines: false, before: '' },
});

const DSML = { isBlockEach: false, tags: invokeTags('｜DSML｜', true), onLines: false, before: '\n\n' };

/** @remarks Source: the encoding that DeepSeek-V3.2 was published with, and its chat template. */
export const DEEPSEEK_V32 = markupFormat({ ...DSML, name: 'deepseek-v3.2', block: '｜DSML｜function_calls' });

/** @remarks Source: the chat template of DeepSeek-V4. */
export const DEEPSEEK_V4 = markupFormat({ ...DSML, name: 'deepseek-v4', block: '｜DSML｜tool_calls' });

function markupFormat({ name, block, isBlockEach, tags, onLines, before, marks }: MarkupStyle): InnerFormat {
  const [open, close] = [`<${block}>`, `</${block}>`];
  const [line, start, end] = [onLines ? '\n' : '', `${open}\n`, `\n${close}`];
  return callFormat({
    ...{ name, before, marks: marks ?? [open], starts: [open], between: '\n' },
    ...(isBlockEach ? {} : { open: start, close: end }),
    read: (text, at, tools) => readMarkup(text, at, tools, { ...tags, open, close, onLines }),
    writeCall(call) {
      const parameters = argumentTexts(call)?.map(
        (each) => `${tags.writeParameter(each.name, each.isText)}${line}${each.text}${line}${tags.parameterClose}\n`,
      );
      const written =
        parameters === undefined
          ? call.arguments
          : `${tags.writeFunction(call.name)}\n${parameters.join('')}${tags.functionClose}`;
      return isBlockEach ? start + written + end : written;
    },
  });
}

const GLM_KEY = /\s*<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>/y;
const GLM_VALUE_END = /<\/arg_value>(?=\s*(?:<arg_key>|<\/tool_call>))/g;
const GLM_CLOSE = /\s*<\/tool_call>/y;
const GLM_NAME = /\s*([^\s<]*)/y;

/**
 * GLM's calls: the function's name, then a key and a value for each argument. Text stands as it is and all else as JSON; the
 * tool's schema says which.
 *
 * @remarks Source: the chat templates of GLM-4.5 to 4.7; Spark, Ling 3 and Laguna write so too.
 */
export const GLM = callFormat({
  name: 'glm',
  marks: ['<arg_key>'],
  stopTokens: ['<|observation|>', '<|user|>'],
  starts: [TAGS.toolCallStart],
  read: (text, at, tools) => readGlm(text, at + TAGS.toolCallStart.length, tools),
  before: '\n',
  between: '\n',
  writeCall(call) {
    const parameters = argumentTexts(call)?.map(
      ({ name, text }) => `<arg_key>${name}</arg_key>\n<arg_value>${text}</arg_value>\n`,
    );
    const body = parameters === undefined ? `${call.arguments}\n` : parameters.join('');
    return `${TAGS.toolCallStart}${call.name}\n${body}${TAGS.toolCallEnd}`;
  },
});

function readGlm(text: string, start: number, tools: readonly TemplateTool[]): CallBlock {
  const [head, name] = matchAt(GLM_NAME, text, start)!;
  const args: (readonly [name: string, value: JsonValue])[] = [];
  for (let at = start + head.length; ;) {
    const close = matchAt(GLM_CLOSE, text, at);
    if (close !== null) {
      const call = namedCall(name!, Object.fromEntries(args), text.slice(start, at));
      return { calls: [call], end: at + close[0].length };
    }
    const key = matchAt(GLM_KEY, text, at);
    const from = at + (key?.[0].length ?? 0);
    const end = key === null ? null : matchAt(GLM_VALUE_END, text, from);
    if (end === null) return brokenGlm(text, start);
    const parameter = key![1]!.trim();
    args.push([parameter, typedValue(text.slice(from, end.index), tools, name!, parameter)]);
    at = end.index + end[0].length;
  }
}

function brokenGlm(text: string, start: number): CallBlock {
  const close = text.indexOf(TAGS.toolCallEnd, start);
  const next = text.indexOf(TAGS.toolCallStart, start);
  const isClosed = close >= 0 && (next < 0 || close < next);
  const stop = isClosed ? close : next < 0 ? text.length : next;
  const error = isClosed ? TOOL_CALL_ERRORS.notFunction : TOOL_CALL_ERRORS.unclosed;
  return {
    calls: [invalidCall(text.slice(start, stop), error)],
    end: isClosed ? stop + TAGS.toolCallEnd.length : stop,
  };
}
