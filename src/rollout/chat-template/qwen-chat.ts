import * as z from 'zod';
import {
  GENERATION_PROMPT,
  TAGS,
  renderMessage,
  renderToolResponses,
  type Message,
  type Tool,
} from '../../base/index.js';
import { checkArgument, typed } from '../../base/internal/index.js';
import type { ChatTemplate } from './chat-template.js';
import { withTextArguments } from './openai-form.js';
import { QWEN_CHAT_JINJA } from './internal/qwen-chat-jinja.js';
import { toolDescription } from './internal/tool-description.js';
import { writeCalls, HERMES } from '../tool-calls/internal/index.js';

/**
 * Qwen's chat format without a model's files: what `runRollouts` talks where it is given no other template. No system
 * message is added where there is none, and tools are not described: `describeTools` does it in the caller's own.
 *
 * @remarks Source: `chat_template` of Qwen3's tokenizer_config.json; arXiv 2508.20722 on its rollout protocol.
 */
export const QWEN_CHAT: ChatTemplate = {
  name: 'qwen',
  source: QWEN_CHAT_JINJA,
  endTokens: [TAGS.messageEnd],
  toolCallFormat: HERMES,
  render(messages, { addGenerationPrompt = false } = {}) {
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
 * Renders the messages a rollout starts from in Qwen's chat format, up to where the policy writes its first turn.
 *
 * Consecutive `tool` messages share one user message with a `<tool_response>` each, as Qwen's own template has it. No system
 * message is added where there is none. Message tags in a message's content are broken up by a space: what a user wrote
 * must not end a message or start one. `runRollouts` encodes such content as it is, without control tokens.
 *
 * @returns Text that ends in the generation prompt, `<|im_start|>assistant` and a line feed.
 * @remarks Source: `chat_template` of Qwen3's tokenizer_config.json; arXiv 2508.20722 on its rollout protocol.
 *
 * @example
 * renderPrompt([{ role: 'user', content: 'What is 6 times 7?' }]);
 */
export function renderPrompt(messages: readonly Message[]): string {
  checkArgument(messages, 'messages', 'an array');
  const safe = messages.map(({ role, content }) => ({ role, content: withoutMessageTags(content) }));
  return QWEN_CHAT.render(safe, { addGenerationPrompt: true });
}

/**
 * Renders what stands between the end of a turn and the next one: the tool responses and the generation prompt.
 *
 * The turn ends in `<|im_end|>`, which the policy wrote itself, so this starts with the line feed after it. Message tags
 * in a tool's output are broken up as in `renderPrompt`.
 *
 * @param responses - The result of each tool call of the turn, in the order of the calls; a text may be empty.
 *
 * @example
 * renderToolTurn(['42']);
 */
export function renderToolTurn(responses: readonly string[]): string {
  checkArgument(responses, 'responses', 'an array');
  return `\n${renderToolResponses(responses.map(withoutMessageTags))}${GENERATION_PROMPT}`;
}

function withoutMessageTags(text: string): string {
  return text.replaceAll(TAGS.messageStart, '<|im_start |>').replaceAll(TAGS.messageEnd, '<|im_end |>');
}

/**
 * Describes tools to a policy, for the end of a system message; the wording is that of Qwen's own chat template, which
 * these models are trained on.
 *
 * @param tools - In the order in which they are listed; an empty list still describes how to call.
 * @returns Lines without one at the end. Parameters are written as JSON without spaces.
 * @remarks Source: `chat_template` of Qwen3's tokenizer_config.json, the branch for `tools`.
 *
 * @example
 * const system = `You solve problems step by step.\n\n${describeTools(tools)}`;
 */
export function describeTools(tools: readonly Pick<Tool, 'name' | 'description' | 'parameters'>[]): string {
  checkArgument(tools, 'tools', 'an array');
  return toolDescription(tools);
}

export const chatTemplateSchema = z._default(typed<ChatTemplate>('a ChatTemplate', isChatTemplate), QWEN_CHAT);

function isChatTemplate(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { render, endTokens, toolCallFormat } = value as Partial<ChatTemplate>;
  return typeof render === 'function' && Array.isArray(endTokens) && typeof toolCallFormat?.parse === 'function';
}
