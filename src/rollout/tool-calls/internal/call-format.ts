import { TOOL_CALL_ERRORS, type ParsedToolCall, type TemplateTool } from '../../../base/index.js';
import { invalidCall } from '../../../base/internal/index.js';
import type { ParsedTurn, ToolCallFormat, WritableCall } from '../tool-call-format.js';
import { THINKING, type Thinking } from './thinking.js';

/** What is known of a turn's thinking from outside it. */
export interface KnownThinking {
  /** The marks. Default: those of published models. */
  readonly thinking?: Thinking;
  /** Whether the thinking that the prompt has opened was cut off already. */
  readonly isOver?: boolean;
}

/** What a format of this package has beside what a user's own format has. */
export interface InnerFormat extends ToolCallFormat {
  parse(text: string, tools?: readonly TemplateTool[], known?: KnownThinking): ParsedTurn;
  /** Marks that mean this format in the text of a template that shows tools and writes no call itself. */
  readonly marks?: readonly string[];
  /** What a template ends a past turn with in the place of a token that the model stops at. */
  readonly messageEnds?: readonly string[];
  /** Why no call of the model is read. Runs with tools are refused with these words. */
  readonly unreadable?: string;
}

/** @returns The format with what only those of this package have. */
export function innerFormat(format: ToolCallFormat): InnerFormat {
  return format;
}

/** A run of calls that was read. */
export interface CallBlock {
  readonly calls: readonly ParsedToolCall[];
  /** Exclusive, and behind where the run begins. */
  readonly end: number;
}

/** How a format reads and writes calls. */
export interface CallFormat extends Pick<InnerFormat, 'name' | 'stopTokens' | 'callId'> {
  readonly marks: readonly string[];
  /** What a run of calls begins with. */
  readonly starts: readonly string[];
  /** A mark before the calls that holds none itself. */
  readonly section?: string;
  /** Whether a call begins here without a mark; asked at the start of a turn and behind thinking. */
  readonly beginsAt?: (text: string, at: number) => boolean;
  /** Reads the run that begins at `at`: calls that do not parse are `invalid`, never dropped. */
  readonly read: (text: string, at: number, tools: readonly TemplateTool[]) => CallBlock;
  /** Writes one call as the models of this format do. */
  readonly writeCall: (call: WritableCall, index: number) => string;
  /** What is written between words and calls, around all calls, and between two. Default nothing. */
  readonly before?: string;
  readonly open?: string;
  readonly between?: string;
  readonly close?: string;
}

/** @returns The format as conversations use it. */
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
    ...(callId === undefined ? {} : { callId }),
    parse: (text, tools = [], known = {}) => readTurn(text, tools, syntax, known),
    write: (words, calls) => {
      if (calls.length === 0) return words;
      return (words === '' ? '' : words + before) + open + calls.map(writeCall).join(between) + close;
    },
  };
}

/** The most calls of a turn. Each may look for its end through the whole text, so that the time would grow with the square of their number. */
const MOST_CALLS = 128;

/**
 * Reads a turn from the left: thinking is passed over with whatever is quoted in it, and what stands in a call is the call's.
 *
 * Behind 128 calls the rest is one invalid call. Thinking that is not closed goes to the end. A turn that closes thinking which it has not opened was begun inside it.
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

/** @returns Where a turn that was begun inside the thinking leaves it; 0 for one that was not. */
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
