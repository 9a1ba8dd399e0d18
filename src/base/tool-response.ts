import type { SandboxResult } from './sandbox.js';
import type { JsonSchema, JsonValue } from './json.js';
import type { FailureCause } from './errors.js';

/** The response to a program that printed nothing; an empty response would look like a lost one. */
export const NO_OUTPUT = '(no output)';

/**
 * Renders a program's result as the policy reads it: standard output, then the value of the last expression, then the
 * error with its traceback or the limit that was hit (arXiv 2508.20722 on its rollout protocol).
 *
 * The result's kind says whether a call failed, not its text. `unavailable` stays `unavailable` and is not retryable, because the sandbox
 * has already retried.
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

/** The context of a tool call, besides its arguments. */
export interface ToolContext {
  readonly signal?: AbortSignal | undefined;
  /** The name of the conversation; a stateful tool has one session for each. */
  readonly sessionId: string;
}

/**
 * The result of a tool call. The policy reads `ok` and `error`. `unavailable` is an infrastructure error: the call is retried or the
 * rollout fails, and it never counts as a tool error.
 */
export type ToolResult =
  | { readonly kind: 'ok' | 'error'; readonly text: string; readonly durationMs?: number }
  | { readonly kind: 'unavailable'; readonly cause: FailureCause };

/** A tool: a name, a JSON schema of its arguments and an async function. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /**
   * Answers one call.
   *
   * @param args - Parsed JSON that matches `parameters`. The agent loop answers other arguments with an error itself.
   */
  execute(args: JsonValue, context: ToolContext): Promise<ToolResult>;
  /** Ends a conversation: its state can be released. */
  endSession?(sessionId: string): Promise<void>;
}
