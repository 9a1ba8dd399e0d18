import { type JsonValue, TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall, isJsonObject, namedCall, parseJson, stringifyWritten } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';
import { readLiteral, type LiteralStyle } from './literal.js';
import { matchAt, skipSpace } from './scan.js';

const OPEN = '<|tool_call>';
const CLOSE = '<tool_call|>';
const QUOTE = '<|"|>';
const HEAD = /\s*call:\s*([^\s{]+)\s*(?=\{)/y;

/** Strings stand between special tokens, without escapes. Keys have no quotes. */
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
    const head = matchAt(HEAD, text, start);
    const args = head === null ? undefined : readLiteral(text, start + head[0].length, STYLE);
    const close = args === undefined ? -1 : skipSpace(text, args.end);
    if (args !== undefined && text.startsWith(CLOSE, close)) {
      const call = namedCall(head![1]!, args.value, text.slice(start, close));
      return { calls: [call], end: close + CLOSE.length, certain: 1, isOver: true };
    }
    const found = text.indexOf(CLOSE, start);
    const [raw, error, end] =
      found < 0
        ? [text.slice(start), TOOL_CALL_ERRORS.unclosed, text.length]
        : [text.slice(start, found), TOOL_CALL_ERRORS.notFunction, found + CLOSE.length];
    return { calls: [invalidCall(raw, error)], end, certain: 0, isOver: false };
  },
  stream: { close: CLOSE },
  writeCall(call) {
    const value = parseJson(call.arguments)?.value;
    const args = value !== undefined && isJsonObject(value) ? write(value) : call.arguments;
    return `${OPEN}call:${call.name}${args}${CLOSE}`;
  },
});

function write(value: JsonValue): string {
  if (typeof value === 'string') return QUOTE + value + QUOTE;
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => write(item)).join()}]`;
  if (!isJsonObject(value)) return value === null ? 'None' : stringifyWritten(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${key}:${write(value[key]!)}`).join()}}`;
}
