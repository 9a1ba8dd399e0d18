import { TOOL_CALL_ERRORS, type JsonValue, type ParsedToolCall } from '../../../../base/index.js';
import { invalidCall, isJsonObject, namedCall, parseJson } from '../../../../base/internal/index.js';
import { callFormat, type InnerFormat } from '../call-format.js';
import type { CallBlock } from '../call-syntax.js';
import { asJson, listOf, objectHead } from './json-call.js';
import { jsonEnd, restOfBlock, skipSpace } from './scan.js';

/** Formats that write calls as JSON between two marks. */

/** How a model family writes calls as JSON between two marks. */
interface JsonStyle {
  readonly name: string;
  readonly open: string;
  /** The mark after the calls; empty if there is no such mark. */
  readonly close: string;
  /** The members of a call. Default: a call is `{"NAME": {…}}`. */
  readonly members?: readonly [name: string, args: string];
  /** Whether the calls are one JSON array. Otherwise each is on a line of its own. */
  readonly inArray: boolean;
}

/** Granite's templates ask for calls but write no calls themselves. @remarks Source: IBM's prompt guide for Granite 3. */
export const GRANITE = jsonFormat({
  name: 'granite',
  open: '<|tool_call|>',
  close: '',
  members: ['name', 'arguments'],
  inArray: true,
});

/** @remarks Source: the chat template of NVIDIA-Nemotron-Nano-9B-v2. */
export const NEMOTRON = jsonFormat({
  name: 'nemotron',
  open: '<TOOLCALL>',
  close: '</TOOLCALL>',
  members: ['name', 'arguments'],
  inArray: true,
});

/** @remarks Source: the chat template of Apertus-8B-Instruct. */
export const APERTUS = jsonFormat({
  name: 'apertus',
  open: '<|tools_prefix|>',
  close: '<|tools_suffix|>',
  inArray: true,
});

/** Command-R7B and later. @remarks Source: the chat template of c4ai-command-r7b-12-2024. */
export const COMMAND_R = jsonFormat({
  name: 'command-r',
  open: '<|START_ACTION|>',
  close: '<|END_ACTION|>',
  members: ['tool_name', 'parameters'],
  inArray: true,
});

/** @remarks Source: the chat templates of MiniMax M1 and Apriel. */
export const TOOL_CALLS_JSON = jsonFormat({
  name: 'tool-calls-json',
  open: '<tool_calls>',
  close: '</tool_calls>',
  members: ['name', 'arguments'],
  inArray: false,
});

function jsonFormat(style: JsonStyle): InnerFormat {
  const { name, open, close, members, inArray } = style;
  return callFormat({
    name,
    marks: [open],
    starts: [open],
    read: (text, at) => readBlock(text, at, style),
    stream: {
      ...(close === '' ? {} : { close }),
      valuesEnd: true,
      head:
        members === undefined
          ? /\s*\[?\s*\{\s*"([^"\\{}[\]]+)"\s*:\s*(?=\{)/y
          : objectHead(...members, String.raw`\s*\[?\s*`),
    },
    ...(inArray
      ? { open: `${open}[`, between: ', ', close: `]${close}` }
      : { open: `${open}\n`, between: '\n', close: `\n${close}` }),
    writeCall: (call) =>
      members === undefined ? `{${JSON.stringify(call.name)}: ${call.arguments}}` : asJson(call, ...members),
  });
}

function readBlock(text: string, at: number, style: JsonStyle): CallBlock {
  const { open, close } = style;
  const calls: ParsedToolCall[] = [];
  let from = skipSpace(text, at + open.length);
  while (text[from] === '{' || text[from] === '[') {
    const end = jsonEnd(text, from);
    const parsed = parseJson(text.slice(from, end));
    if (parsed === undefined) break;
    calls.push(...listOf(parsed.value).map((value) => readCall(value, style)));
    from = skipSpace(text, end);
    // Without a closing mark, the calls are one value.
    if (close === '') break;
  }
  const certain = calls.length;
  const endsHere = close === '' || text.startsWith(close, from);
  if (endsHere && certain > 0) return { calls, end: from + close.length, certain, isOver: true };
  const { raw, isClosed, end } = restOfBlock(text, from, style);
  const error = isClosed || close === '' ? TOOL_CALL_ERRORS.notJson : TOOL_CALL_ERRORS.unclosed;
  return { calls: [...calls, invalidCall(raw, error)], end, certain, isOver: false };
}

function readCall(value: JsonValue, { members }: JsonStyle): ParsedToolCall {
  const raw = JSON.stringify(value);
  if (!isJsonObject(value)) return invalidCall(raw, TOOL_CALL_ERRORS.notObject);
  if (members !== undefined) {
    const [name, args] = members;
    if (value[name] === undefined) return invalidCall(raw, TOOL_CALL_ERRORS.missingName);
    return namedCall(value[name], value[args], raw);
  }
  const [entry, ...others] = Object.entries(value);
  return entry === undefined || others.length > 0
    ? invalidCall(raw, TOOL_CALL_ERRORS.notFunction)
    : namedCall(entry[0], entry[1], raw);
}
