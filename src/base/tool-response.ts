import type { SandboxResult } from './sandbox.js';
import type { ToolResult } from './tool.js';

/** What a program that printed nothing reads as; an empty response would look like a lost one. */
export const NO_OUTPUT = '(no output)';

/**
 * Renders a program's result as the policy reads it: standard output, then the value of the last expression, then the
 * error with its traceback or the limit that was hit (arXiv 2508.20722 on its rollout protocol).
 *
 * The signal that a call failed is the result's kind, not a word in the text. An `unavailable` stays one, and is final:
 * a sandbox has tried again itself, and tries of the agent loop on top of its own would multiply.
 */
export function toToolResponse(result: SandboxResult): ToolResult {
  if (result.kind === 'unavailable') return { kind: 'unavailable', cause: { ...result.cause, retryable: false } };
  const parts = [result.stdout.trimEnd()];
  if (result.value !== undefined) parts.push(result.value);
  if (result.kind !== 'ok') parts.push(result.stderr.trimEnd(), LIMIT_NOTES[result.kind]);
  const text = parts.filter((part) => part !== '').join('\n');
  return {
    kind: result.kind === 'ok' ? 'ok' : 'error',
    text: text === '' ? NO_OUTPUT : text,
    durationMs: result.durationMs,
  };
}

const LIMIT_NOTES = {
  error: '',
  timeout: 'TimeoutError: the program ran out of time and was stopped.',
  memory: 'MemoryError: the program ran out of memory and was stopped.',
  'output-limit': 'OutputLimitError: the program printed too much and was stopped.',
  killed: 'The program was ended by a signal.',
} as const;
