import type { JsonSchema, JsonValue } from './json.js';

/** One message of the prompt a rollout starts from. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
}

/** A message as a chat template or a chat server reads it: an assistant's may call tools, a tool's answers one of the calls. */
export interface TemplateMessage extends Message {
  /** Of an assistant's message; what it says beside them is its `content`. */
  readonly toolCalls?: readonly TemplateToolCall[];
  /** Of a tool's message: the call that it answers, and the tool's name. */
  readonly toolCallId?: string;
  readonly name?: string;
}

/** One call in an assistant's message. */
export interface TemplateToolCall {
  readonly id: string;
  readonly name: string;
  /** An object; as a text of JSON for the few templates that want one (DeepSeek-V3's, DeepSeek-R1's). */
  readonly arguments: { readonly [key: string]: JsonValue } | string;
  /** Beside an object: its JSON, where a number in it is written as JavaScript does not (`3.0`). Numbers are rendered as they are here. */
  readonly argumentsText?: string;
}

/** A tool as a template or a chat server receives it. */
export interface TemplateTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** A conversation up to where the policy answers, as it was said: not yet in a template's words. */
export interface ChatConversation {
  readonly messages: readonly TemplateMessage[];
  /** The tools that the policy may call. */
  readonly tools: readonly TemplateTool[];
}
