import * as z from 'zod';
import {
  GENERATION_PROMPT,
  TAGS,
  renderMessage,
  renderToolResponses,
  type Message,
  type Tool,
} from '../../base/index.js';
import { checkArgument, messageSchema, parseOptions, typed } from '../../base/internal/index.js';
import { renderOptionsSchema, type ChatTemplate } from './chat-template.js';
import { withTextArguments } from './openai-form.js';
import { QWEN_CHAT_JINJA } from './internal/qwen-chat-jinja.js';
import { toolDescription } from './internal/tool-description.js';
import { writeCalls, HERMES } from '../tool-calls/internal/index.js';

/**
 * Qwen's chat format, without a model's files: the default template of `runRollouts`. It adds no system message and does not
 * describe tools: the caller adds `describeTools` to a system message.
 *
 * @remarks Source: `chat_template` of Qwen3's tokenizer_config.json; arXiv 2508.20722 on its rollout protocol.
 */
export const QWEN_CHAT: ChatTemplate = {
  name: 'qwen',
  source: QWEN_CHAT_JINJA,
  endTokens: [TAGS.messageEnd],
  toolCallFormat: HERMES,
  render(messages, options = {}) {
    const { addGenerationPrompt = false } = parseOptions(renderOptionsSchema, options);
    let text = '';
    for (let i = 0; i < messages.length; i++) {
      const { role, content, toolCalls = [] } = messages[i]!;
      if (role !== 'tool') {
        text += renderMessage(role, writeCalls(HERMES, content, toolCalls.map(withTextArguments)));
        continue;
      }
      const responses = [content];
      while (messages[i + 1]?.role === 'tool') responses.push(messages[++i]!.content);
      text += renderToolResponses(responses);
    }
    return addGenerationPrompt ? text + GENERATION_PROMPT : text;
  },
};

/**
 * Renders the messages that a rollout starts from in Qwen's chat format, followed by the generation prompt.
 *
 * Consecutive `tool` messages share one user message with a `<tool_response>` each, as in Qwen's own template. No system message
 * is added. Message tags in a message's content are broken up by a space, so that a user's text cannot end a message or start
 * one. `runRollouts` encodes such content unchanged, without control tokens.
 *
 * @returns Text that ends in the generation prompt: `<|im_start|>assistant` and a line feed.
 * @throws TypeError or RangeError for invalid messages.
 * @remarks Source: `chat_template` of Qwen3's tokenizer_config.json; arXiv 2508.20722 on its rollout protocol.
 *
 * @example
 * renderPrompt([{ role: 'user', content: '6 · 7?' }]); // '<|im_start|>user\n6 · 7?<|im_end|>\n<|im_start|>assistant\n'
 */
export function renderPrompt(messages: readonly Message[]): string {
  parseOptions(z.array(messageSchema), messages, 'messages');
  const safe = messages.map(({ role, content }) => ({ role, content: withoutMessageTags(content) }));
  return QWEN_CHAT.render(safe, { addGenerationPrompt: true });
}

/**
 * Renders the text between two turns: the tool responses and the generation prompt.
 *
 * The policy itself writes the `<|im_end|>` that ends its turn, so this text starts with the line feed after it. Message tags in a
 * tool's output are broken up as in `renderPrompt`.
 *
 * @param responses - The result of each tool call of the turn, in the order of the calls. A result may be empty.
 * @throws TypeError for a response that is not a string.
 *
 * @example
 * renderToolTurn(['42']);
 */
export function renderToolTurn(responses: readonly string[]): string {
  parseOptions(z.array(z.string()), responses, 'responses');
  return `\n${renderToolResponses(responses.map(withoutMessageTags))}${GENERATION_PROMPT}`;
}

function withoutMessageTags(text: string): string {
  return text.replaceAll(TAGS.messageStart, '<|im_start |>').replaceAll(TAGS.messageEnd, '<|im_end |>');
}

/**
 * Describes tools to a policy, for the end of a system message, in the words of Qwen's own chat template, which Qwen's models are
 * trained on.
 *
 * @param tools - Listed in this order; an empty list still describes how to call tools.
 * @returns Lines of text, without a line feed at the end. Parameters are written as JSON without spaces.
 * @remarks Source: `chat_template` of Qwen3's tokenizer_config.json, the branch for `tools`.
 *
 * @example
 * const system = `You solve problems step by step.\n\n${describeTools(tools)}`;
 */
export function describeTools(tools: readonly Pick<Tool, 'name' | 'description' | 'parameters'>[]): string {
  checkArgument(tools, 'tools', 'an array');
  return toolDescription(tools);
}

/** The option `chatTemplate`. */
export const chatTemplateSchema = z._default(typed<ChatTemplate>('a ChatTemplate', isChatTemplate), QWEN_CHAT);

function isChatTemplate(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { render, endTokens, toolCallFormat } = value as Partial<ChatTemplate>;
  return typeof render === 'function' && Array.isArray(endTokens) && typeof toolCallFormat?.parse === 'function';
}
