import type { JsonSchema, JsonValue, Message } from '../base/index.js';

/** A message as a chat template reads it: an assistant's may call tools, a tool's answers one of the calls. */
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
}

/** What a template is told about a tool. */
export interface TemplateTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}
