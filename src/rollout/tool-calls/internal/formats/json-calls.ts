import { type JsonValue, type ParsedToolCall, TAGS, TOOL_CALL_ERRORS } from '../../../../base/index.js';
import {
  invalidCall,
  isJsonObject,
  namedCall,
  parseJson,
  toCall,
  toolCallBlockAt,
} from '../../../../base/internal/index.js';
import type { WritableCall } from '../../tool-call-format.js';
import { callFormat, type CallBlock, type InnerFormat } from '../call-format.js';
import { jsonEnd, matchAt, skipSpace } from './scan.js';

/** @returns A call as an object of JSON with these members. */
function asJson({ name, arguments: args }: WritableCall, nameKey = 'name', argumentsKey = 'arguments'): string {
  return `{"${nameKey}": ${JSON.stringify(name)}, "${argumentsKey}": ${args}}`;
}

/** @returns The call of a tool whose arguments are this text of JSON. */
export function callOfJson(name: string, args: string, raw: string): ParsedToolCall {
  const parsed = parseJson(args);
  return parsed === undefined ? invalidCall(raw, TOOL_CALL_ERRORS.notJson) : namedCall(name, parsed.value, raw);
}

function listOf(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
}

/** @returns The calls of a JSON value: one object, or a list of them. */
export function callsOfJson(value: JsonValue): readonly ParsedToolCall[] {
  return listOf(value).map((one) => toCall(one, JSON.stringify(one)));
}

/** Hermes-style JSON between `<tool_call>` and `</tool_call>`, as Qwen writes it: what `parseToolCalls` reads. */
export const HERMES = callFormat({
  name: 'hermes',
  marks: [TAGS.toolCallStart],
  starts: [TAGS.toolCallStart],
  read(text, at) {
    const { call, end } = toolCallBlockAt(text, at);
    return { calls: [call], end };
  },
  before: '\n',
  between: '\n',
  writeCall: (call) => `${TAGS.toolCallStart}\n${asJson(call)}\n${TAGS.toolCallEnd}`,
});

const PYTHON_TAG = '<|python_tag|>';
/** An answer may start with a brace too; a call starts with one of these. */
const LLAMA3_CALL = /\s*\{\s*"(?:name|type|function|parameters|arguments)"/y;

/**
 * Llama 3.x's JSON: the whole turn is `{"name": …, "parameters": {…}}`, or it stands after `<|python_tag|>`; several are
 * separated by semicolons. What follows the mark is always a call, and answered with an error where it is none.
 *
 * @remarks Source: Meta's prompt formats for Llama 3.1 and 3.2 (JSON based tool calling).
 */
export const LLAMA3_JSON = callFormat({
  name: 'llama3-json',
  marks: [PYTHON_TAG],
  stopTokens: ['<|eom_id|>'],
  starts: [PYTHON_TAG],
  beginsAt: (text, at) => matchAt(LLAMA3_CALL, text, at) !== null,
  read(text, at) {
    const calls: ParsedToolCall[] = [];
    let rest = text.slice(text.startsWith(PYTHON_TAG, at) ? at + PYTHON_TAG.length : at);
    while (rest.trim() !== '') {
      const start = rest.search(/\S/);
      const end = jsonEnd(rest, start);
      const raw = rest.slice(start, end);
      const parsed = parseJson(raw);
      if (parsed === undefined) {
        // The end of what is no JSON cannot be found.
        calls.push(invalidCall(rest, TOOL_CALL_ERRORS.notJson));
        break;
      }
      calls.push(toCall(parsed.value, raw, ['parameters', 'arguments']));
      rest = rest.slice(end).replace(/^\s*(?:;|<\|python_tag\|>)/, '');
    }
    if (calls.length === 0) calls.push(invalidCall('', TOOL_CALL_ERRORS.notJson));
    return { calls, end: text.length };
  },
  before: PYTHON_TAG,
  between: '; ',
  writeCall: (call) => asJson(call, 'name', 'parameters'),
});

const MISTRAL_MARK = '[TOOL_CALLS]';
/** From tokenizer version 11 on: a name, perhaps an id, and the arguments. */
const MISTRAL_NAMED = /^\s*([^[\]{}\s]+)\s*(?:\[CALL_ID\]\s*([^[\]{}\s]*)\s*)?\[ARGS\]/;
/** Mistral's templates refuse other ids. */
const MISTRAL_ID = /^[A-Za-z0-9]{9}$/;

/**
 * Mistral's calls, after `[TOOL_CALLS]`: one JSON array of `{"name": …, "arguments": {…}}`, or, as newer models write them,
 * a mark, a name, `[ARGS]` and the arguments for each.
 *
 * @remarks Source: mistral-common's instruct tokenizers v3 to v13.
 */
export const MISTRAL = callFormat({
  name: 'mistral',
  marks: [MISTRAL_MARK],
  starts: [MISTRAL_MARK],
  read(text, at) {
    // A mark in an argument is text: the next one is looked for behind the JSON.
    const start = at + MISTRAL_MARK.length;
    const rest = text.slice(start);
    const named = MISTRAL_NAMED.exec(rest);
    const from = named === null ? rest.search(/\S/) : named[0].length;
    const end = jsonEnd(rest, from);
    const parsed = parseJson(rest.slice(from, end));
    if (parsed !== undefined) return { calls: mistralCalls(parsed.value, named, rest.slice(0, end)), end: start + end };
    const next = rest.indexOf(MISTRAL_MARK);
    const block = next < 0 ? rest : rest.slice(0, next);
    return { calls: [invalidCall(block, TOOL_CALL_ERRORS.notJson)], end: start + block.length };
  },
  open: `${MISTRAL_MARK}[`,
  between: ', ',
  close: ']',
  writeCall: (call) => asJson(call),
});

function mistralCalls(value: JsonValue, named: RegExpExecArray | null, block: string): readonly ParsedToolCall[] {
  if (named === null) {
    const calls = callsOfJson(value);
    return calls.length === 0 ? [invalidCall(block, TOOL_CALL_ERRORS.notObject)] : calls;
  }
  const [, name, id] = named;
  const call = namedCall(name!, value, block.trim());
  return [call.kind === 'call' && id !== undefined && MISTRAL_ID.test(id) ? { ...call, id } : call];
}

const FUNCTION_HEAD = /<function=([^>\n]*)>\s*/y;

/**
 * Functionary v3.1's calls, and Llama 3.1's own for tools of the user: `<function=f>{…}</function>`.
 *
 * @remarks Source: the chat template of functionary-medium-v3.1.
 */
export const FUNCTIONARY = callFormat({
  name: 'functionary',
  marks: [],
  stopTokens: ['<|eom_id|>'],
  starts: ['<function='],
  read(text, at) {
    const head = matchAt(FUNCTION_HEAD, text, at);
    const start = at + (head?.[0].length ?? 0);
    const end = jsonEnd(text, start);
    const parsed = head === null ? undefined : parseJson(text.slice(start, end));
    const close = text.indexOf('</function>', parsed === undefined ? at : end);
    if (close < 0) return { calls: [invalidCall(text.slice(at), TOOL_CALL_ERRORS.unclosed)], end: text.length };
    const raw = text.slice(at, close);
    const call =
      parsed === undefined ? invalidCall(raw, TOOL_CALL_ERRORS.notJson) : namedCall(head![1]!, parsed.value, raw);
    return { calls: [call], end: close + '</function>'.length };
  },
  writeCall: (call) => `<function=${call.name}>${call.arguments}</function>`,
});

const GIGACHAT_MARK = '<|function_call|>';
/** GigaChat 3.0 names the role of a call, as the header of a message of its own. */
const GIGACHAT_ROLE = 'function call<|role_sep|>\n';

/**
 * GigaChat's call, one a turn: JSON behind a mark (3.1), or as a message of the role `function call` (3.0).
 *
 * @remarks Source: the chat templates of GigaChat3-10B-A1.8B and GigaChat3.1-10B-A1.8B.
 */
export const GIGACHAT = callFormat({
  name: 'gigachat',
  marks: [GIGACHAT_MARK, GIGACHAT_ROLE],
  starts: [GIGACHAT_MARK, GIGACHAT_ROLE, `<|message_sep|>\n\n${GIGACHAT_ROLE}`],
  read(text, at) {
    const start = text.indexOf('{', at);
    const end = start < 0 ? text.length : jsonEnd(text, start);
    const raw = text.slice(start < 0 ? at : start, end);
    const parsed = start < 0 ? undefined : parseJson(raw);
    // The end of what is no JSON cannot be found.
    if (parsed === undefined) return { calls: [invalidCall(raw, TOOL_CALL_ERRORS.notJson)], end: text.length };
    return { calls: [toCall(parsed.value, raw)], end };
  },
  writeCall: (call) => GIGACHAT_MARK + asJson(call),
});

/** How one family writes calls as JSON behind a mark. */
interface JsonStyle {
  readonly name: string;
  readonly open: string;
  /** What ends a run of calls; empty where nothing does. */
  readonly close: string;
  /** The members of a call; without them a call is `{"NAME": {…}}`. */
  readonly members?: readonly [name: string, args: string];
  /** Whether calls stand in an array; else one behind the other, a line each. */
  readonly inArray: boolean;
}

/** Granite's templates ask for calls and write none themselves. @remarks Source: IBM's prompt guide for Granite 3. */
export const GRANITE = jsonFormat({
  ...{ name: 'granite', open: '<|tool_call|>', close: '' },
  ...{ members: ['name', 'arguments'], inArray: true },
});

/** @remarks Source: the chat template of NVIDIA-Nemotron-Nano-9B-v2. */
export const NEMOTRON = jsonFormat({
  ...{ name: 'nemotron', open: '<TOOLCALL>', close: '</TOOLCALL>' },
  ...{ members: ['name', 'arguments'], inArray: true },
});

/** @remarks Source: the chat template of Apertus-8B-Instruct. */
export const APERTUS = jsonFormat({
  ...{ name: 'apertus', open: '<|tools_prefix|>', close: '<|tools_suffix|>', inArray: true },
});

/** Command-R7B and later. @remarks Source: the chat template of c4ai-command-r7b-12-2024. */
export const COMMAND_R = jsonFormat({
  ...{ name: 'command-r', open: '<|START_ACTION|>', close: '<|END_ACTION|>' },
  ...{ members: ['tool_name', 'parameters'], inArray: true },
});

/** @remarks Source: the chat templates of MiniMax M1 and Apriel. */
export const TOOL_CALLS_JSON = jsonFormat({
  ...{ name: 'tool-calls-json', open: '<tool_calls>', close: '</tool_calls>' },
  ...{ members: ['name', 'arguments'], inArray: false },
});

/** @returns A format of calls as JSON between two marks: an array of them, or one behind the other. */
function jsonFormat(style: JsonStyle): InnerFormat {
  const { name, open, close, members, inArray } = style;
  return callFormat({
    name,
    marks: [open],
    starts: [open],
    read: (text, at) => readRun(text, at, style),
    ...(inArray
      ? { open: `${open}[`, between: ', ', close: `]${close}` }
      : { open: `${open}\n`, between: '\n', close: `\n${close}` }),
    writeCall: (call) =>
      members === undefined ? `{${JSON.stringify(call.name)}: ${call.arguments}}` : asJson(call, ...members),
  });
}

function readRun(text: string, at: number, style: JsonStyle): CallBlock {
  const { open, close } = style;
  const calls: ParsedToolCall[] = [];
  let from = skipSpace(text, at + open.length);
  while (text[from] === '{' || text[from] === '[') {
    const end = jsonEnd(text, from);
    const parsed = parseJson(text.slice(from, end));
    if (parsed === undefined) break;
    calls.push(...listOf(parsed.value).map((value) => callIn(value, style)));
    from = skipSpace(text, end);
  }
  const endsHere = close === '' || text.startsWith(close, from);
  if (endsHere && calls.length > 0) return { calls, end: from + close.length };
  const found = close === '' ? -1 : text.indexOf(close, from);
  const next = text.indexOf(open, from);
  const isClosed = found >= 0 && (next < 0 || found < next);
  const stop = isClosed ? found : next < 0 ? text.length : next;
  const error = isClosed || close === '' ? TOOL_CALL_ERRORS.notJson : TOOL_CALL_ERRORS.unclosed;
  return {
    calls: [...calls, invalidCall(text.slice(from, stop), error)],
    end: isClosed ? stop + close.length : stop,
  };
}

function callIn(value: JsonValue, { members }: JsonStyle): ParsedToolCall {
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
