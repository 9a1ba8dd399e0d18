import type { ToolResult } from '../../../base/index.js';
import type { TimeLimitError } from '../../../io/index.js';

/** @returns What the policy reads of a call that had its time. */
export function timedOut({ timeoutMs }: TimeLimitError): ToolResult {
  return { kind: 'error', text: `TimeoutError: no answer within ${timeoutMs} ms.`, durationMs: timeoutMs };
}

/** @returns An answer with at most so many characters of its text, and how many are missing. */
export function cutText(result: ToolResult, maxLength = Infinity): ToolResult {
  if (result.kind === 'unavailable' || result.text.length <= maxLength) return result;
  // Not between the two halves of a character.
  const kept = result.text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
  return { ...result, text: `${kept}\n[${result.text.length - kept.length} more characters]` };
}
