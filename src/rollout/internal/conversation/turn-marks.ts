import type { ParsedToolCall, TemplateTool } from '../../../base/index.js';
import type { ChatTemplate } from '../../chat-template/chat-template.js';
import { thinkingOf } from '../../chat-template/internal/index.js';
import { innerFormat } from '../../tool-calls/internal/index.js';

/** What tells the parts of a turn apart while it is drawn. */
export interface TurnMarks {
  /** The marks around thinking: `[open, close]`. */
  readonly thinking: readonly (readonly [open: string, close: string])[];
  /** The marks that may begin the calls; undefined where the whole turn must be there to tell. */
  readonly callStarts: readonly string[] | undefined;
  /** Reads what a turn says after its thinking. */
  read(
    speech: string,
    tools: readonly TemplateTool[],
  ): { readonly content: string; readonly calls: readonly ParsedToolCall[] };
}

/** @returns The marks of a template's model. */
export function turnMarks(template: ChatTemplate): TurnMarks {
  const format = innerFormat(template.toolCallFormat);
  const thinking = thinkingOf(template);
  return {
    thinking: thinking.marks,
    callStarts: format.callStarts,
    read: (speech, tools) => format.parse(speech, tools, { thinking, isOver: true }),
  };
}
