import { TOOL_CALL_ERRORS, type ParsedToolCall, type TemplateTool } from '../../../base/index.js';
import { invalidCall } from '../../../base/internal/index.js';
import type { ParsedTurn, ToolCallFormat, WritableCall } from '../tool-call-format.js';
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
  /** The marks that may begin the calls of a turn; undefined where the whole turn must be there to tell. */
  readonly callStarts?: readonly string[] | undefined;
  /** Why calls of the model cannot be read: the error of runs with tools. */
  readonly unreadable?: string;
}

/** @returns The format with the optional members of built-in formats. */
export function innerFormat(format: ToolCallFormat): InnerFormat {
  return format;
}

/** A block of calls that was read. */
export interface CallBlock {
  readonly calls: readonly ParsedToolCall[];
  /** Exclusive; after the start of the block. */
  readonly end: number;
}

/** The syntax of a format: how it reads and writes calls. */
export interface CallFormat extends Pick<InnerFormat, 'name' | 'stopTokens' | 'callId'> {
  readonly marks: readonly string[];
  /** The marks that start a block of calls. */
  readonly starts: readonly string[];
  /** A mark before the first block; it contains no calls. */
  readonly section?: string;
  /** Whether a call without a mark starts here. Checked at the start of a turn and after thinking. */
  readonly beginsAt?: (text: string, at: number) => boolean;
  /** Reads the block that starts at `at`. A call that does not parse is `invalid`; no call is dropped. */
  readonly read: (text: string, at: number, tools: readonly TemplateTool[]) => CallBlock;
  /** Writes one call as models with this format do. */
  readonly writeCall: (call: WritableCall, index: number) => string;
  /** Text between words and calls (`before`), around all calls (`open`, `close`) and between two calls. Default: empty. */
  readonly before?: string;
  readonly open?: string;
  readonly between?: string;
  readonly close?: string;
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
            text.startsWith(section, at) ? { calls: [], end: at + section.length } : format.read(text, at, tools),
        };
  return {
    name,
    marks,
    stopTokens,
    ...(format.beginsAt === undefined ? { callStarts: syntax.starts } : {}),
    ...(callId === undefined ? {} : { callId }),
    parse: (text, tools = [], known = {}) => readTurn(text, tools, syntax, known),
    write: (words, calls) => {
      if (calls.length === 0) return words;
      return (words === '' ? '' : words + before) + open + calls.map(writeCall).join(between) + close;
    },
  };
}

/** Most calls that are read in a turn. Each call may search the whole text for its end, so time is quadratic in their number. */
const MOST_CALLS = 128;

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
  let bare = syntax.beginsAt?.(text, at) === true ? at : -1;
  let start = firstOf(text, syntax.starts, at);
  let thought = thinking.next(text, at);
  let firstCall = -1;
  for (;;) {
    if (start >= 0 && start < at) start = firstOf(text, syntax.starts, at);
    if (thought !== undefined && thought.start < at) thought = thinking.next(text, at);
    const next = bare === at ? at : start;
    if (thought !== undefined && (next < 0 || thought.start < next)) {
      at = thought.end;
      bare = firstCall < 0 && syntax.beginsAt?.(text, at) === true ? at : -1;
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
