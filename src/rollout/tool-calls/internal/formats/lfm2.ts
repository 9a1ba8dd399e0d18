import { type JsonValue, type ParsedToolCall, TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall, isJsonObject, namedCall, parseJson, stringifyWritten } from '../../../../base/internal/index.js';
import type { WritableCall } from '../../tool-call-format.js';
import { callFormat } from '../call-format.js';
import { callsOfJson } from './json-call.js';
import { PYTHON, readItems, readLiteral, type LiteralStyle, type Read } from './literal.js';
import { matchAt, skipSpace } from './scan.js';

const OPEN = '<|tool_call_start|>';
const CLOSE = '<|tool_call_end|>';
const NAME = /\s*([A-Za-z_][\w.-]*)\s*\(/y;
const KEYWORD = /\s*([A-Za-z_][\w-]*)\s*=/y;

/** The text after an argument: the next argument, or the end of the call and the next call, or the end of all calls. */
const FOLLOWS = /\s*(?:,\s*[A-Za-z_][\w-]*\s*=|\)\s*(?:,\s*[A-Za-z_][\w.-]*\(|\]))/y;

/** Templates write strings between quotes without escaping line feeds and quotes. */
const RAW: LiteralStyle = {
  ...PYTHON,
  text(source, at) {
    const quote = source[at];
    if (quote !== '"' && quote !== "'") return undefined;
    for (let end = source.indexOf(quote, at + 1); end >= 0; end = source.indexOf(quote, end + 1)) {
      if (matchAt(FOLLOWS, source, end + 1) !== null) return { value: source.slice(at + 1, end), end: end + 1 };
    }
    return PYTHON.text(source, at);
  },
};

/**
 * LFM2's calls between two special tokens: a list of Python calls with keyword arguments, `[f(x=1), g(y="text")]`, or JSON.
 *
 * @remarks Source: Liquid AI's guide to LFM2's tool use, and the chat templates of LFM2 and LFM2.5, which do not escape strings.
 */
export const LFM2 = callFormat({
  name: 'lfm2',
  marks: [OPEN, '<|tool_list_start|>'],
  starts: [OPEN],
  read(text, at) {
    const start = at + OPEN.length;
    const close = text.indexOf(CLOSE, start);
    const inside = text.slice(start, close < 0 ? text.length : close);
    const end = close < 0 ? text.length : close + CLOSE.length;
    if (close < 0) {
      const call = invalidCall(inside, TOOL_CALL_ERRORS.unclosed);
      return { calls: [call], end, certain: 0, isOver: false };
    }
    const calls = readCalls(inside);
    return { calls, end, certain: calls.length, isOver: true };
  },
  stream: { close: CLOSE },
  open: `${OPEN}[`,
  between: ', ',
  close: `]${CLOSE}`,
  writeCall: asPython,
});

function readCalls(inside: string): readonly ParsedToolCall[] {
  const calls = readPython(inside, PYTHON) ?? readPython(inside, RAW);
  if (calls !== undefined) return calls;
  const json = parseJson(inside)?.value;
  return json === undefined ? [invalidCall(inside, TOOL_CALL_ERRORS.notFunction)] : callsOfJson(json);
}

function readPython(inside: string, style: LiteralStyle): readonly ParsedToolCall[] | undefined {
  const calls: ParsedToolCall[] = [];
  let at = skipSpace(inside, 0);
  if (inside[at] !== '[') return undefined;
  for (at++; ;) {
    const call = readCall(inside, at, style);
    if (call === undefined) return undefined;
    calls.push(call.value);
    at = skipSpace(inside, call.end);
    if (inside[at] === ']') return skipSpace(inside, at + 1) === inside.length ? calls : undefined;
    if (inside[at] !== ',') return undefined;
    at++;
  }
}

function readCall(inside: string, start: number, style: LiteralStyle): Read<ParsedToolCall> | undefined {
  const head = matchAt(NAME, inside, start);
  if (head === null) return undefined;
  const args = readItems(inside, start + head[0].length, ')', (at): Read<[string, JsonValue]> | undefined => {
    const key = matchAt(KEYWORD, inside, at);
    const value = key === null ? undefined : readLiteral(inside, at + key[0].length, style);
    return value && { value: [key![1]!, value.value], end: value.end };
  });
  if (args === undefined) return undefined;
  const call = namedCall(head[1]!, Object.fromEntries(args.value), inside.slice(start, args.end));
  return { value: call, end: args.end };
}

function asPython(call: WritableCall): string {
  const value = parseJson(call.arguments)?.value;
  if (value === undefined || !isJsonObject(value)) return `${call.name}(${call.arguments})`;
  const args = Object.keys(value).map((key) => `${key}=${literal(value[key]!)}`);
  return `${call.name}(${args.join(', ')})`;
}

function literal(value: JsonValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return stringifyWritten(value);
}
