import { type JsonValue, TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall, isJsonObject, namedCall, parseJson, stringifyWritten } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';
import { readLiteral, skipSpace, type LiteralStyle } from './literal.js';

const OPEN = '<|tool_call>';
const CLOSE = '<tool_call|>';
const QUOTE = '<|"|>';
const HEAD = /\s*call:\s*([^\s{]+)\s*(?=\{)/y;

/** Texts stand between tokens of their own, as they are; keys without quotes. */
const STYLE: LiteralStyle = {
  text(source, at) {
    if (!source.startsWith(QUOTE, at)) return undefined;
    const end = source.indexOf(QUOTE, at + QUOTE.length);
    return end < 0 ? undefined : { value: source.slice(at + QUOTE.length, end), end: end + QUOTE.length };
  },
  bareKey: /\s*([^:{}[\]<]+?)\s*:/y,
};

/**
 * Gemma 4's calls: `<|tool_call>call:f{x:1,y:<|"|>text<|"|>}<tool_call|>`.
 *
 * @remarks Source: the chat template of gemma-4-31B-it.
 */
export const GEMMA4 = callFormat({
  name: 'gemma4',
  marks: [OPEN],
  stopTokens: ['<|tool_response>'],
  starts: [OPEN],
  read(text, at) {
    const start = at + OPEN.length;
    HEAD.lastIndex = start;
    const name = HEAD.exec(text)?.[1];
    const args = name === undefined ? undefined : readLiteral(text, HEAD.lastIndex, STYLE);
    const close = args === undefined ? -1 : skipSpace(text, args.end);
    if (args !== undefined && text.startsWith(CLOSE, close))
      return { calls: [namedCall(name!, args.value, text.slice(start, close))], end: close + CLOSE.length };
    const end = text.indexOf(CLOSE, start);
    const error = end < 0 ? TOOL_CALL_ERRORS.unclosed : TOOL_CALL_ERRORS.notFunction;
    const stop = end < 0 ? text.length : end;
    return { calls: [invalidCall(text.slice(start, stop), error)], end: end < 0 ? stop : end + CLOSE.length };
  },
  before: '',
  writeCalls: (calls) =>
    calls
      .map((call) => {
        const value = parseJson(call.arguments)?.value;
        const args = value !== undefined && isJsonObject(value) ? write(value) : call.arguments;
        return `${OPEN}call:${call.name}${args}${CLOSE}`;
      })
      .join(''),
});

function write(value: JsonValue): string {
  if (typeof value === 'string') return QUOTE + value + QUOTE;
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => write(item)).join()}]`;
  if (!isJsonObject(value)) return value === null ? 'None' : stringifyWritten(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${key}:${write(value[key]!)}`).join()}}`;
}
