import type { TemplateTool } from '../../base/index.js';
import { endOfOpenedThought } from './thinking.js';
import type { ParsedTurn } from '../format/parsed-turn.js';
import type { ToolCallFormat } from '../format/tool-call-format.js';

/**
 * Reads a turn behind its prompt. Where the prompt has opened the thinking, nothing before its end is a call, and a turn that
 * never ends it calls nothing.
 *
 * @param isThinking - Whether the prompt ends inside the thinking.
 */
export function readTurnBehind(
  isThinking: boolean,
  text: string,
  format: ToolCallFormat,
  tools: readonly TemplateTool[],
): ParsedTurn {
  if (!isThinking) return format.parse(text, tools);
  const end = endOfOpenedThought(text);
  if (end < 0) return { content: text, calls: [] };
  const { content, calls } = format.parse(text.slice(end), tools);
  return { content: calls.length === 0 ? text : text.slice(0, end) + content, calls };
}
