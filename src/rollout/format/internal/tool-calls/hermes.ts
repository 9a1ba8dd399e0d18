import { toolCallBlocks } from '../../../../base/index.js';
import type { ParsedTurn } from '../../parsed-turn.js';

/** Hermes-style JSON between `<tool_call>` and `</tool_call>`, as Qwen writes it: what `parseToolCalls` reads. */
export function parseHermes(text: string): ParsedTurn {
  const blocks = toolCallBlocks(text);
  const content = blocks.length === 0 ? text : text.slice(0, blocks[0]!.start).trimEnd();
  return { content, calls: blocks.map(({ call }) => call) };
}
