import type { JsonValue } from './json.js';

/** One tool call of a turn as it was read: a call, or what is wrong with it. */
export type ParsedToolCall =
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly arguments: { readonly [key: string]: JsonValue };
      /** The arguments as JSON, where the model wrote a number as JavaScript does not: `3.0`, whole numbers beyond 2^53. */
      readonly argumentsText?: string;
      /** The id that the model gave the call, in formats that have one. */
      readonly id?: string;
    }
  | { readonly kind: 'invalid'; readonly raw: string; readonly error: string };

/**
 * Why a block is not a tool call, as the policy reads it. Short and stable, because a policy is trained on them; none
 * holds a protocol tag, which a tokenizer would turn into a control token, nor an engine's own wording of a JSON error.
 */
export const TOOL_CALL_ERRORS = {
  unclosed: 'ToolCallError: the tool call was not closed.',
  notJson: 'ToolCallError: the tool call is not valid JSON.',
  notObject: 'ToolCallError: expected a JSON object with "name" and "arguments".',
  missingName: 'ToolCallError: "name" is missing.',
  nameType: 'ToolCallError: "name" must be a non-empty string.',
  missingArguments: 'ToolCallError: "arguments" is missing.',
  argumentsType: 'ToolCallError: "arguments" must be a JSON object.',
  tooDeep: 'ToolCallError: "arguments" are nested too deeply.',
  notFunction: 'ToolCallError: expected a function with its parameters.',
  tooMany: 'ToolCallError: expected at most 128 calls in a turn; the rest was not made.',
} as const;
