import type { JsonSchema, JsonValue } from './json.js';
import type { FailureCause } from './errors.js';

/** What a tool is told about the call besides its arguments. */
export interface ToolContext {
  readonly signal?: AbortSignal | undefined;
  /** Names the conversation; a stateful tool keeps one session under it. */
  readonly sessionId: string;
}

/**
 * What a tool call came to. `ok` and `error` are read by the policy; `unavailable` is the machine's failure: it is
 * retried or sets the rollout apart, and never counts as a tool error.
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
   * @param args - Parsed JSON that matches `parameters`: the agent loop answers what does not with an error itself.
   */
  execute(args: JsonValue, context: ToolContext): Promise<ToolResult>;
  /** The conversation is over: state kept for it may go. */
  endSession?(sessionId: string): Promise<void>;
}
