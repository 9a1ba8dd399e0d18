import { TOOL_CALL_ERRORS, type ParsedToolCall, type TemplateTool } from '../../../base/index.js';
import { invalidCall } from '../../../base/internal/index.js';
import type { ParsedTurn, ToolCallFormat } from '../tool-call-format.js';
import type { CallFormat } from './call-syntax.js';
import { BlockReader } from './speech/block-reader.js';
import { MOST_CALLS, PlainReader, type SpeechReader } from './speech/speech-reader.js';
import { THINKING, type Thinking } from './thinking.js';

/** What the prompt and the template tell about the thinking of a turn. */
export interface KnownThinking {
  /** The thinking marks. Default: those of published models. */
  readonly thinking?: Thinking;
  /** Whether the text starts after the thinking that the prompt opened. */
  readonly isOver?: boolean;
}

/** A built-in format: a user's own format has fewer members. */
export interface InnerFormat extends ToolCallFormat {
  parse(text: string, tools?: readonly TemplateTool[], known?: KnownThinking): ParsedTurn;
  /** If the text of a template has one of these marks, shows tools and writes no calls, its model uses this format. */
  readonly marks?: readonly string[];
  /** Tokens that templates write at the end of past turns instead of the token that ended the turn. */
  readonly messageEnds?: readonly string[];
  /** Reads what a turn says after its thinking while it is drawn. Default: calls are read when the turn is over. */
  reader?(tools: readonly TemplateTool[], thinking: Thinking): SpeechReader;
  /** Whether the arguments of a call are JSON in the turn. */
  readonly writesJson?: boolean;
  /** Why calls of the model cannot be read: the error of runs with tools. */
  readonly unreadable?: string;
}

/** @returns The format with the optional members of built-in formats. */
export function innerFormat(format: ToolCallFormat): InnerFormat {
  return format;
}

/** Makes a format from its syntax. */
export function callFormat(format: CallFormat): InnerFormat {
  const { name, marks, section, stopTokens = [], callId, writeCall } = format;
  const { before = '', open = '', between = '', close = '' } = format;
  const syntax: CallFormat =
    section === undefined
      ? format
      : {
          ...format,
          starts: [section, ...format.starts],
          read: (text, at, tools) =>
            text.startsWith(section, at)
              ? { calls: [], end: at + section.length, certain: 0, isOver: true }
              : format.read(text, at, tools),
        };
  return {
    name,
    marks,
    stopTokens,
    ...(callId === undefined ? {} : { callId }),
    writesJson: syntax.stream.head !== undefined,
    parse: (text, tools = [], known = {}) => readTurn(text, tools, syntax, known),
    reader: (tools, thinking) => (tools.length === 0 ? new PlainReader() : new BlockReader(syntax, tools, thinking)),
    write: (words, calls) => {
      if (calls.length === 0) return words;
      return (words === '' ? '' : words + before) + open + calls.map(writeCall).join(between) + close;
    },
  };
}

/**
 * Reads a turn from left to right. Calls and marks inside thinking are ignored, and so are marks inside a call.
 *
 * After 128 calls, the rest is one invalid call. Thinking that is not closed lasts to the end. A turn that closes thinking without
 * opening it started inside the thinking.
 */
function readTurn(
  text: string,
  tools: readonly TemplateTool[],
  syntax: CallFormat,
  { thinking = THINKING, isOver = false }: KnownThinking,
): ParsedTurn {
  const calls: ParsedToolCall[] = [];
  let at = isOver ? 0 : startOfSpeech(text, tools, syntax, thinking);
  let bare = syntax.bare?.begins(text, at) === true ? at : -1;
  let start = firstOf(text, syntax.starts, at);
  let thought = thinking.next(text, at);
  let firstCall = -1;
  for (;;) {
    if (start >= 0 && start < at) start = firstOf(text, syntax.starts, at);
    if (thought !== undefined && thought.start < at) thought = thinking.next(text, at);
    const next = bare === at ? at : start;
    if (thought !== undefined && (next < 0 || thought.start < next)) {
      at = thought.end;
      bare = firstCall < 0 && syntax.bare?.begins(text, at) === true ? at : -1;
    } else if (next >= 0) {
      if (firstCall < 0) firstCall = next;
      const block = syntax.read(text, next, tools);
      calls.push(...block.calls);
      at = Math.max(block.end, next + 1);
      if (calls.length > MOST_CALLS) {
        calls.splice(MOST_CALLS, Infinity, invalidCall(text.slice(next, at), TOOL_CALL_ERRORS.tooMany));
        break;
      }
    } else break;
  }
  return { content: calls.length === 0 ? text : text.slice(0, firstCall).trimEnd(), calls };
}

/** @returns The end of the thinking that a turn started in; 0 if it did not start in thinking. */
function startOfSpeech(text: string, tools: readonly TemplateTool[], syntax: CallFormat, thinking: Thinking): number {
  const end = thinking.firstEnd(text);
  const thought = thinking.next(text, 0);
  if (end < 0 || (thought !== undefined && thought.start < end)) return 0;
  const start = firstOf(text, syntax.starts, 0);
  const isInCall = start >= 0 && start < end && syntax.read(text, start, tools).end >= end;
  return isInCall ? 0 : end;
}

function firstOf(text: string, marks: readonly string[], from: number): number {
  const found = marks.map((mark) => text.indexOf(mark, from)).filter((at) => at >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}
