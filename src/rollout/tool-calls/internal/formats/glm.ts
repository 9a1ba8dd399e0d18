import {
  type JsonValue,
  type ParsedToolCall,
  TAGS,
  type TemplateTool,
  TOOL_CALL_ERRORS,
} from '../../../../base/index.js';
import { invalidCall, namedCall } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';
import { argumentTexts } from './markup-calls.js';
import { typedValue } from './typed-value.js';

const KEY = /\s*<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>/y;
const VALUE_END = /<\/arg_value>(?=\s*(?:<arg_key>|<\/tool_call>))/g;
const CLOSE = /\s*<\/tool_call>/y;
const NAME = /\s*([^\s<]*)/y;

/**
 * GLM's calls: the function's name, then a key and a value for each argument, between `<tool_call>` and `</tool_call>`. Text
 * stands as it is and all else as JSON; the tool's schema says which.
 *
 * @remarks Source: the chat templates of GLM-4.5 to 4.7; Spark, Ling 3 and Laguna write so too.
 */
export const GLM = callFormat({
  name: 'glm',
  marks: ['<arg_key>'],
  stopTokens: ['<|observation|>', '<|user|>'],
  starts: [TAGS.toolCallStart],
  read(text, at, tools) {
    const { call, end } = readCall(text, at + TAGS.toolCallStart.length, tools);
    return { calls: [call], end };
  },
  before: '\n',
  writeCalls: (calls) =>
    calls
      .map((call) => {
        const parameters = argumentTexts(call);
        const body =
          parameters === undefined
            ? `${call.arguments}\n`
            : parameters
                .map(({ name, text }) => `<arg_key>${name}</arg_key>\n<arg_value>${text}</arg_value>\n`)
                .join('');
        return `${TAGS.toolCallStart}${call.name}\n${body}${TAGS.toolCallEnd}`;
      })
      .join('\n'),
});

function readCall(
  text: string,
  start: number,
  tools: readonly TemplateTool[],
): { readonly call: ParsedToolCall; readonly end: number } {
  NAME.lastIndex = start;
  const name = NAME.exec(text)![1]!;
  const args: (readonly [name: string, value: JsonValue])[] = [];
  for (let at = NAME.lastIndex; ;) {
    CLOSE.lastIndex = KEY.lastIndex = at;
    if (CLOSE.test(text))
      return { call: namedCall(name, Object.fromEntries(args), text.slice(start, at)), end: CLOSE.lastIndex };
    const key = KEY.exec(text)?.[1];
    VALUE_END.lastIndex = KEY.lastIndex;
    const end = key === undefined ? null : VALUE_END.exec(text);
    if (end === null) return invalid(text, start);
    const value = text.slice(KEY.lastIndex, end.index);
    args.push([key!.trim(), typedValue(value, tools, name, key!.trim())]);
    at = VALUE_END.lastIndex;
  }
}

function invalid(text: string, start: number): { readonly call: ParsedToolCall; readonly end: number } {
  const close = text.indexOf(TAGS.toolCallEnd, start);
  const next = text.indexOf(TAGS.toolCallStart, start);
  if (close < 0 || (next >= 0 && next < close)) {
    const end = next < 0 ? text.length : next;
    return { call: invalidCall(text.slice(start, end), TOOL_CALL_ERRORS.unclosed), end };
  }
  return {
    call: invalidCall(text.slice(start, close), TOOL_CALL_ERRORS.notFunction),
    end: close + TAGS.toolCallEnd.length,
  };
}
