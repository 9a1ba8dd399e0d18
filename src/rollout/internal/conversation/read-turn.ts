import type { TemplateTool } from '../../../base/index.js';
import type { ParsedTurn } from '../../tool-calls/tool-call-format.js';
import type { ChatTemplate } from '../../chat-template/chat-template.js';
import { innerFormat } from '../../tool-calls/internal/index.js';
import { thinkingOf } from '../../chat-template/internal/index.js';

/**
 * Reads a turn behind its prompt. Where the prompt has opened the thinking, nothing before its end is a call, and a turn that
 * never ends it calls nothing.
 *
 * @param thinkingEnd - The mark that closes the thinking in which the prompt ends; undefined if no thinking is open.
 */
export function readTurnBehind(
  thinkingEnd: string | undefined,
  text: string,
  template: Pick<ChatTemplate, 'toolCallFormat'>,
  tools: readonly TemplateTool[],
): ParsedTurn {
  const format = innerFormat(template.toolCallFormat);
  const thinking = thinkingOf(template);
  if (thinkingEnd === undefined) return format.parse(text, tools, { thinking });
  const at = text.indexOf(thinkingEnd);
  if (at < 0) return { content: text, calls: [] };
  const end = at + thinkingEnd.length;
  const { content, calls } = format.parse(text.slice(end), tools, { thinking, isOver: true });
  return { content: calls.length === 0 ? text : text.slice(0, end) + content, calls };
}
