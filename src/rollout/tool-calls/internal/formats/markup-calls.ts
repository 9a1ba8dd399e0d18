import { type JsonValue, type ParsedToolCall, type TemplateTool, TOOL_CALL_ERRORS } from '../../../../base/index.js';
import { invalidCall, isJsonObject, namedCall, parseJson, stringifyWritten } from '../../../../base/internal/index.js';
import type { WritableCall } from '../../tool-call-format.js';
import type { CallBlock } from '../call-syntax.js';
import { matchAt, restOfBlock, skipSpace } from './scan.js';
import { typedValue } from './typed-value.js';

/** Tags of a function and of a parameter in it. Patterns are sticky. */
export interface MarkupTags {
  /** What `functionOpen` begins with. */
  readonly functionMark: string;
  /** Its first group is the function's name. */
  readonly functionOpen: RegExp;
  readonly functionClose: string;
  /** Its first group is the parameter's name. An optional second group is `true` for a value that is text and `false` for JSON. */
  readonly parameterOpen: RegExp;
  readonly parameterClose: string;
  readonly writeFunction: (name: string) => string;
  readonly writeParameter: (name: string, isText: boolean) => string;
}

/** A block of functions. */
interface Markup extends MarkupTags {
  readonly open: string;
  readonly close: string;
  /** Whether values are on lines of their own: one line feed before and after a value is not part of it. */
  readonly onLines: boolean;
}

/** Reads a block of calls. A value ends at the first closing tag that is followed by more markup: earlier ones are text. */
export function readMarkup(text: string, at: number, tools: readonly TemplateTool[], markup: Markup): CallBlock {
  const calls: ParsedToolCall[] = [];
  let certain = 0;
  let isCertain = true;
  let from = skipSpace(text, at + markup.open.length);
  for (;;) {
    if (text.startsWith(markup.close, from) && calls.length > 0)
      return { calls, end: from + markup.close.length, certain, isOver: isCertain };
    const head = matchAt(markup.functionOpen, text, from);
    if (head === null) {
      const { call, end } = notFunction(text, from, markup);
      return { calls: [...calls, call], end, certain, isOver: false };
    }
    const read = readFunction(text, from + head[0].length, head[1]!.trim(), tools, markup);
    calls.push(read.call);
    from = skipSpace(text, read.end);
    if (read.call.kind === 'invalid' || from >= text.length) {
      if (read.call.kind === 'call') calls[calls.length - 1] = invalidCall(text.slice(at), TOOL_CALL_ERRORS.unclosed);
      return { calls, end: restOfBlock(text, read.end, markup).end, certain, isOver: false };
    }
    isCertain &&= read.isCertain;
    if (isCertain) certain = calls.length;
  }
}

function notFunction(
  text: string,
  from: number,
  markup: Markup,
): { readonly call: ParsedToolCall; readonly end: number } {
  const close = text.indexOf(markup.close, from);
  const error = close < 0 ? TOOL_CALL_ERRORS.unclosed : TOOL_CALL_ERRORS.notFunction;
  const call = invalidCall(text.slice(from, close < 0 ? text.length : close), error);
  return { call, end: restOfBlock(text, from, markup).end };
}

interface ReadFunction {
  readonly call: ParsedToolCall;
  readonly end: number;
  /** Whether all its values were closed: one that was not may go on, up to a closing tag further on. */
  readonly isCertain: boolean;
}

function readFunction(
  text: string,
  start: number,
  name: string,
  tools: readonly TemplateTool[],
  markup: Markup,
): ReadFunction {
  let isCertain = true;
  const args: (readonly [name: string, value: JsonValue])[] = [];
  let from = skipSpace(text, start);
  for (;;) {
    if (text.startsWith(markup.functionClose, from)) {
      const end = from + markup.functionClose.length;
      return { call: namedCall(name, Object.fromEntries(args), text.slice(start, from)), end, isCertain };
    }
    const head = matchAt(markup.parameterOpen, text, from);
    if (head === null) {
      const isOver = text.indexOf(markup.close, from) < 0;
      const error = isOver ? TOOL_CALL_ERRORS.unclosed : TOOL_CALL_ERRORS.notFunction;
      return { call: invalidCall(text.slice(start), error), end: from, isCertain: false };
    }
    const [tag, parameter, isText] = head;
    const value = readValue(text, from + tag.length, markup);
    isCertain &&= value.isClosed;
    const key = parameter!.trim();
    args.push([key, valueOf(value.text, isText, tools, name, key)]);
    from = skipSpace(text, value.end);
  }
}

function valueOf(
  text: string,
  isText: string | undefined,
  tools: readonly TemplateTool[],
  name: string,
  parameter: string,
): JsonValue {
  if (isText === undefined) return typedValue(text, tools, name, parameter);
  const parsed = isText === 'true' ? undefined : parseJson(text);
  return parsed === undefined ? text : parsed.value;
}

function readValue(
  text: string,
  start: number,
  markup: Markup,
): { readonly text: string; readonly end: number; readonly isClosed: boolean } {
  const { parameterClose, functionClose, parameterOpen, close, onLines } = markup;
  const isMarkup = (at: number): boolean =>
    [functionClose, close].some((mark) => text.startsWith(mark, at)) || matchAt(parameterOpen, text, at) !== null;
  for (let at = text.indexOf(parameterClose, start); at >= 0; at = text.indexOf(parameterClose, at + 1))
    if (isMarkup(skipSpace(text, at + parameterClose.length)))
      return { text: trimmed(text.slice(start, at), onLines), end: at + parameterClose.length, isClosed: true };
  // Some models omit the closing tag of a value.
  const end = text.indexOf(functionClose, start);
  const stop = end < 0 ? text.length : end;
  return { text: trimmed(text.slice(start, stop), onLines), end: stop, isClosed: false };
}

function trimmed(text: string, onLines: boolean): string {
  return onLines ? text.replace(/^\n/, '').replace(/\n$/, '') : text;
}

/** @returns A call's arguments by name, as text or JSON; undefined if the arguments are not a JSON object. */
export function argumentTexts(
  call: WritableCall,
): readonly { readonly name: string; readonly text: string; readonly isText: boolean }[] | undefined {
  const value = parseJson(call.arguments)?.value;
  if (value === undefined || !isJsonObject(value)) return undefined;
  return Object.entries(value).map(([name, argument]: [string, JsonValue]) => ({
    name,
    text: typeof argument === 'string' ? argument : stringifyWritten(argument),
    isText: typeof argument === 'string',
  }));
}
