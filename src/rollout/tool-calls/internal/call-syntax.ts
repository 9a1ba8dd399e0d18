import { TOOL_CALL_ERRORS, type ParsedToolCall, type TemplateTool } from '../../../base/index.js';
import { invalidCall } from '../../../base/internal/index.js';
import type { ParsedTurn } from '../parsed-turn.js';
import type { KnownThinking } from './inner-format.js';
import { THINKING, type Thinking } from './thinking.js';

/** A run of calls that was read; end exclusive, behind where it was begun. */
export interface CallBlock {
  readonly calls: readonly ParsedToolCall[];
  readonly end: number;
}

/** How a format's calls stand in a text: where a run of them begins, and how one is read. */
export interface CallSyntax {
  /** What a run of calls may begin with. */
  readonly starts: readonly string[];
  /** Whether one begins here without a mark; asked at the start of a turn and behind thinking. */
  readonly beginsAt?: (text: string, at: number) => boolean;
  /** Reads the run that begins at `at`: calls that do not parse are `invalid`, never dropped. */
  readonly read: (text: string, at: number, tools: readonly TemplateTool[]) => CallBlock;
}

/** The most calls of a turn. Each may look for its end through the whole text, so that the time would grow with the square of their number. */
const MOST_CALLS = 128;

/**
 * Reads a turn from the left: thinking is passed over with whatever is quoted in it, and what stands in a call is the call's.
 *
 * Behind 128 calls the rest is one invalid call. Thinking that is not closed goes to the end. A turn that closes thinking which it has not opened was begun inside it.
 */
export function readTurn(
  text: string,
  tools: readonly TemplateTool[],
  syntax: CallSyntax,
  { thinking = THINKING, isOver = false }: KnownThinking = {},
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
      const isFirst = firstCall < 0 && syntax.beginsAt?.(text, at) === true;
      bare = isFirst ? at : -1;
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
function startOfSpeech(text: string, tools: readonly TemplateTool[], syntax: CallSyntax, thinking: Thinking): number {
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
