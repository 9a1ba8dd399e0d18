import type { Message, TemplateMessage, TemplateTool, Tokenizer } from '../../../base/index.js';
import type { ChatTemplate } from '../../chat-template/chat-template.js';
import { encodeGuarded, guardAll } from './guarded-text.js';

/** The template, tokenizer and tools of all conversations of a run. */
export interface ConversationFormat {
  readonly template: ChatTemplate;
  readonly tokenizer: Tokenizer;
  /** Guarded. */
  readonly tools: readonly TemplateTool[];
}

/** Where a conversation starts: shared by all rollouts of a prompt. */
export interface ConversationStart {
  readonly prompt: readonly Message[];
  /** The messages of the prompt, guarded. */
  readonly messages: readonly TemplateMessage[];
  /** As the template renders them, guarded. */
  readonly text: string;
  readonly tokens: Int32Array;
}

/** @throws ModelFileError where the template refuses the prompt. */
export function startConversation(format: ConversationFormat, prompt: readonly Message[]): ConversationStart {
  const messages = guardAll(prompt, format.tokenizer);
  const text = render(format, messages, true);
  return { prompt, messages, text, tokens: encodeGuarded(text, format.tokenizer) };
}

/** @throws ModelFileError where the template refuses the messages. */
export function render(
  format: ConversationFormat,
  messages: readonly TemplateMessage[],
  addGenerationPrompt: boolean,
): string {
  const { template, tools } = format;
  return template.render(messages, { tools, addGenerationPrompt });
}
