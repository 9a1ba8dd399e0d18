import type { ToolCallFormat } from '../tool-call-format.js';
import type { WritableCall } from '../writable-call.js';
import { toolCallFormat } from '../tool-call-formats.js';

/** @returns A turn's words and calls in this format; in Hermes' for a format of the caller's own that does not write. */
export function writeCalls(format: ToolCallFormat, words: string, calls: readonly WritableCall[]): string {
  if (calls.length === 0) return words;
  return (format.write ?? toolCallFormat('hermes').write!)(words, calls);
}
