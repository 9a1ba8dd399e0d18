import { TAGS, TOOL_CALL_ERRORS, type JsonValue, type TemplateTool } from '../../../../base/index.js';
import { invalidCall, namedCall } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';
import type { CallBlock } from '../call-syntax.js';
import { argumentTexts } from './markup-calls.js';
import { matchAt, restOfBlock } from './scan.js';
import { typedValue } from './typed-value.js';

const KEY = /\s*<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>/y;
const VALUE_END = /<\/arg_value>(?=\s*(?:<arg_key>|<\/tool_call>))/g;
const CLOSE = /\s*<\/tool_call>/y;
const NAME = /\s*([^\s<]*)/y;

/**
 * GLM's calls: the function's name, then a key and a value for each argument. A value is text or JSON, by the tool's schema.
 *
 * @remarks Source: the chat templates of GLM-4.5 to 4.7; Spark, Ling 3 and Laguna use the same format.
 */
export const GLM = callFormat({
  name: 'glm',
  marks: ['<arg_key>'],
  stopTokens: ['<|observation|>', '<|user|>'],
  starts: [TAGS.toolCallStart],
  read: (text, at, tools) => readCall(text, at + TAGS.toolCallStart.length, tools),
  stream: { close: TAGS.toolCallEnd },
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

function readCall(text: string, start: number, tools: readonly TemplateTool[]): CallBlock {
  const [head, name] = matchAt(NAME, text, start)!;
  const args: (readonly [name: string, value: JsonValue])[] = [];
  for (let at = start + head.length; ;) {
    const close = matchAt(CLOSE, text, at);
    if (close !== null) {
      const call = namedCall(name!, Object.fromEntries(args), text.slice(start, at));
      return { calls: [call], end: at + close[0].length, certain: 1, isOver: true };
    }
    const key = matchAt(KEY, text, at);
    const from = at + (key?.[0].length ?? 0);
    const end = key === null ? null : matchAt(VALUE_END, text, from);
    if (end === null) return brokenCall(text, start);
    const parameter = key![1]!.trim();
    args.push([parameter, typedValue(text.slice(from, end.index), tools, name!, parameter)]);
    at = end.index + end[0].length;
  }
}

/** A call that cannot be read. */
function brokenCall(text: string, start: number): CallBlock {
  const { raw, isClosed, end } = restOfBlock(text, start, { open: TAGS.toolCallStart, close: TAGS.toolCallEnd });
  const error = isClosed ? TOOL_CALL_ERRORS.notFunction : TOOL_CALL_ERRORS.unclosed;
  return { calls: [invalidCall(raw, error)], end, certain: 0, isOver: false };
}
