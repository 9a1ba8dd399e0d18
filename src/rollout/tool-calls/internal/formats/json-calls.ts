import { type JsonValue, type ParsedToolCall, TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall, isJsonObject, namedCall, parseJson } from '../../../../base/internal/index.js';
import { callFormat } from '../call-format.js';
import type { InnerFormat } from '../inner-format.js';
import type { CallBlock } from '../call-syntax.js';
import { jsonEnd } from './json-end.js';
import { skipSpace } from './literal.js';

/** How one family writes calls as JSON behind a mark. */
interface JsonStyle {
  readonly name: string;
  readonly open: string;
  /** What ends a run of calls; empty where nothing does. */
  readonly close: string;
  readonly marks?: readonly string[];
  readonly stopTokens?: readonly string[];
  /** The members of a call; without them a call is `{"NAME": {…}}`. */
  readonly members?: { readonly name: string; readonly arguments: string };
  /** Whether calls stand in an array; else one behind the other, a line each. */
  readonly inArray: boolean;
  readonly before?: string;
}

/** @returns A format of calls as JSON between two marks: an array of them, or one behind the other. */
export function jsonFormat(style: JsonStyle): InnerFormat {
  const { name, open, close, marks = [open], stopTokens = [], before = '', inArray } = style;
  return callFormat({
    name,
    marks,
    stopTokens,
    starts: [open],
    read: (text, at) => readRun(text, at, style),
    before,
    writeCalls: (calls) => {
      const written = calls.map(({ name: tool, arguments: args }) =>
        style.members === undefined
          ? `{${JSON.stringify(tool)}: ${args}}`
          : `{${JSON.stringify(style.members.name)}: ${JSON.stringify(tool)}, ${JSON.stringify(style.members.arguments)}: ${args}}`,
      );
      return inArray ? `${open}[${written.join(', ')}]${close}` : `${open}\n${written.join('\n')}\n${close}`;
    },
  });
}

function readRun(text: string, at: number, style: JsonStyle): CallBlock {
  const { open, close } = style;
  const calls: ParsedToolCall[] = [];
  let from = skipSpace(text, at + open.length);
  while (text[from] === '{' || text[from] === '[') {
    const end = jsonEnd(text, from);
    const raw = text.slice(from, end);
    const parsed = parseJson(raw);
    if (parsed === undefined) break;
    const values = (Array.isArray(parsed.value) ? parsed.value : [parsed.value]) as readonly JsonValue[];
    calls.push(...values.map((value) => toCall(value, style)));
    from = skipSpace(text, end);
  }
  const isClosed = close !== '' && text.startsWith(close, from);
  const isOver = isClosed || (close === '' && calls.length > 0);
  if (isOver && calls.length > 0) return { calls, end: from + (isClosed ? close.length : 0) };
  return broken(text, from, calls, style);
}

function broken(text: string, from: number, calls: ParsedToolCall[], { open, close }: JsonStyle): CallBlock {
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

function toCall(value: JsonValue, { members }: JsonStyle): ParsedToolCall {
  const raw = JSON.stringify(value);
  if (!isJsonObject(value)) return invalidCall(raw, TOOL_CALL_ERRORS.notObject);
  if (members !== undefined) {
    const name = value[members.name];
    if (name === undefined) return invalidCall(raw, TOOL_CALL_ERRORS.missingName);
    return namedCall(name, value[members.arguments], raw);
  }
  const [entry, ...others] = Object.entries(value);
  return entry === undefined || others.length > 0
    ? invalidCall(raw, TOOL_CALL_ERRORS.notFunction)
    : namedCall(entry[0], entry[1], raw);
}
