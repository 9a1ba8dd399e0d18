import type { JsonSchema, JsonValue } from './json.js';

/** One message of the prompt a rollout starts from. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
}

/** A message for a chat template or a chat server. A message of the assistant may call tools; a message of a tool answers one of the calls. */
export interface TemplateMessage extends Message {
  /** Calls of an assistant's message; its other text is `content`. */
  readonly toolCalls?: readonly TemplateToolCall[];
  /** For a tool's message: the call that it answers. */
  readonly toolCallId?: string;
  readonly name?: string;
}

/** One call in an assistant's message. */
export interface TemplateToolCall {
  readonly id: string;
  readonly name: string;
  /** An object; for a few templates (DeepSeek-V3, DeepSeek-R1) a text of JSON. */
  readonly arguments: { readonly [key: string]: JsonValue } | string;
  /** The JSON of the object, if it has a number in a form that JavaScript does not write (`3.0`). Templates render the numbers in this form. */
  readonly argumentsText?: string;
}

/** A tool as a template or a chat server receives it. */
export interface TemplateTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** A conversation up to the policy's next answer, as messages: no template has rendered it yet. */
export interface ChatConversation {
  readonly messages: readonly TemplateMessage[];
  /** The tools that the policy may call. */
  readonly tools: readonly TemplateTool[];
}
