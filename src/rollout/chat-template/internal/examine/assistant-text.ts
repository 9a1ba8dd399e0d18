import type { Thinking } from '../../../tool-calls/internal/index.js';

/**
 * What a template wrote for a turn of the assistant, as a model would have to write it behind the prompt.
 *
 * @param prompt - What the template gives for the model to go on from.
 * @param whole - The conversation with the turn.
 * @returns The turn up to the first token that ends one, and the first text of it that the prompt does not have.
 */
export function assistantText(
  prompt: string,
  whole: string,
  { endTokens, thinking }: { readonly endTokens: readonly string[]; readonly thinking: Thinking },
): string {
  const { closed, opened } = thinking.promptsWithout(prompt);
  const starts = [prompt, closed, opened];
  const start = starts.find((each) => whole.startsWith(each))?.length ?? commonStart(prompt, whole);
  const written = whole.slice(start);
  const ends = endTokens.map((token) => written.indexOf(token, 1)).filter((at) => at >= 0);
  return written.slice(0, Math.min(...ends, written.length));
}

/** @returns How far two texts are the same, without the half of a tag: `<think>` and `<tool_call>` share a bracket. */
function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  const open = Math.max(b.lastIndexOf('<', length - 1), b.lastIndexOf('[', length - 1));
  const close = Math.max(b.lastIndexOf('>', length - 1), b.lastIndexOf(']', length - 1));
  return open > close ? open : length;
}
