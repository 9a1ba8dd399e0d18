import type { ParsedToolCall, TemplateTool } from '../../../base/index.js';
import type { ChatTemplate } from '../../chat-template/chat-template.js';
import { thinkingOf } from '../../chat-template/internal/index.js';
import { innerFormat, PlainReader, WholeReader, type SpeechReader } from '../../tool-calls/internal/index.js';

/** What tells the parts of a turn apart. */
export interface TurnMarks {
  /** The marks around thinking: `[open, close]`. */
  readonly thinking: readonly (readonly [open: string, close: string])[];
  /** Reads what a turn says after its thinking. */
  read(
    speech: string,
    tools: readonly TemplateTool[],
  ): { readonly content: string; readonly calls: readonly ParsedToolCall[] };
  /** @returns What reads the same while it is drawn. Without tools all is content. */
  reader(tools: readonly TemplateTool[]): SpeechReader;
}

/** @returns The marks of a template's model. */
export function turnMarks(template: ChatTemplate): TurnMarks {
  const format = innerFormat(template.toolCallFormat);
  const thinking = thinkingOf(template);
  const read: TurnMarks['read'] = (speech, tools) => format.parse(speech, tools, { thinking, isOver: true });
  return {
    thinking: thinking.marks,
    read,
    reader(tools) {
      if (format.reader !== undefined) return format.reader(tools, thinking);
      return tools.length === 0 ? new PlainReader() : new WholeReader((speech) => read(speech, tools), tools);
    },
  };
}
