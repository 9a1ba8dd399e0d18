import { ModelFileError, type TemplateMessage, type TemplateTool } from '../../../base/index.js';
import type { ChatTemplate } from '../../chat-template/chat-template.js';
import { withTextArguments } from '../../chat-template/openai-form.js';
import { thinkingOf } from '../../chat-template/internal/index.js';
import { innerFormat, type Thinking, writeCalls } from '../../tool-calls/internal/index.js';

/** A turn that is known beforehand, as a model would write it. */
export interface WrittenTurn {
  /** Behind the prompt that the template gives for it, without the token that ends it. */
  readonly text: string;
  readonly end: string;
  /** The message for which the template writes this. */
  readonly message: TemplateMessage;
}

interface Format {
  readonly template: ChatTemplate;
  readonly tools: readonly TemplateTool[];
}

/**
 * Writes a message of the assistant as the template does. Where the template would leave out some of what it says (thinking, words
 * beside calls, calls), or writes it otherwise than behind its own prompt, the message's own words are taken.
 *
 * @param follows - The next message, if there is one: some templates end a turn with the token that opens it.
 * @throws ModelFileError where the template refuses, or has no place for what the message says.
 */
export function writtenTurn(
  format: Format,
  history: readonly TemplateMessage[],
  message: TemplateMessage,
  follows: TemplateMessage | undefined,
): WrittenTurn {
  // Some templates write the system's message with the last one of the user, and so not before a turn.
  const pasts = [history, history.filter(({ role }) => role !== 'system')];
  const prompt = promptAfter(format, history);
  const thinking = thinkingOf(format.template);
  checkThinking(format.template, prompt, message, thinking);
  for (const past of pasts) {
    const [rendered, whole] = renderedTurn(format, past, message);
    const written = behind(promptAfter(format, past), whole, thinking);
    if (written === undefined) continue;
    const { text, end } = upToEnd(written, format.template.endTokens);
    if (says(text, rendered, thinking))
      return { text, end: end ?? endBefore(format, past, rendered, follows), message: rendered };
  }
  return ownWords(format.template, prompt, message);
}

function promptAfter({ template, tools }: Format, history: readonly TemplateMessage[]): string {
  return template.render(history, { tools, addGenerationPrompt: true });
}

/** A few templates want arguments as a text. */
function renderedTurn(
  { template, tools }: Format,
  history: readonly TemplateMessage[],
  message: TemplateMessage,
): readonly [TemplateMessage, string] {
  try {
    return [message, template.render([...history, message], { tools })];
  } catch (refusal) {
    if (message.toolCalls === undefined) throw refusal;
    const asText = { ...message, toolCalls: message.toolCalls.map(withTextArguments) };
    return [asText, template.render([...history, asText], { tools })];
  }
}

/** @returns The text after a prompt; undefined if the text does not begin with the prompt. */
function behind(prompt: string, whole: string, thinking: Thinking): string | undefined {
  const start = [prompt, thinking.promptsWithout(prompt).closed].find((each) => whole.startsWith(each));
  return start === undefined ? undefined : whole.slice(start.length);
}

function checkThinking({ name }: ChatTemplate, prompt: string, { content }: TemplateMessage, thinking: Thinking): void {
  if (thinking.firstEnd(content) >= 0 && thinking.isClosedBy(prompt))
    throw new ModelFileError(`${name}: the chat template's prompt turns thinking off, but the turn has thinking`);
}

/** Whether all that a message says is in a text, whatever the white space. */
function says(text: string, { content, toolCalls = [] }: TemplateMessage, thinking: Thinking): boolean {
  const there = withoutSpace(text);
  const said = [...thinking.spoken(content), ...toolCalls.map(({ name }) => name)];
  return said.every((each) => there.includes(withoutSpace(each)));
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** @returns A turn up to its first end token: a model would write no further. */
function upToEnd(written: string, endTokens: readonly string[]): { readonly text: string; readonly end?: string } {
  const ends = endTokens.map((end) => ({ text: written.split(end, 1)[0]!, end }));
  const first = ends.reduce((a, b) => (b.text.length < a.text.length ? b : a));
  return first.text === written ? { text: written } : first;
}

/** @returns The end token that the template begins the next message with. */
function endBefore(
  { template, tools }: Format,
  history: readonly TemplateMessage[],
  message: TemplateMessage,
  follows: TemplateMessage | undefined,
): string {
  // Templates leave the thinking out of past turns.
  const spoken = { ...message, content: 'So.' };
  const next = follows ?? (message.toolCalls === undefined ? QUESTION : answerTo(message.toolCalls));
  const before = template.render([...history, spoken], { tools });
  const after = template.render([...history, spoken, next], { tools });
  const end = template.endTokens.find((token) => after.startsWith(before + token));
  if (end !== undefined) return end;
  throw new ModelFileError(
    `${template.name}: the chat template does not end the turn with ${template.endTokens.join(' or ')}`,
  );
}

const QUESTION: TemplateMessage = { role: 'user', content: 'Sure?' };

function answerTo([call]: NonNullable<TemplateMessage['toolCalls']>): TemplateMessage {
  return { role: 'tool', content: '', toolCallId: call!.id, name: call!.name };
}

function ownWords(template: ChatTemplate, prompt: string, message: TemplateMessage): WrittenTurn {
  const { name, endTokens, toolCallFormat } = template;
  const { toolCalls = [] } = message;
  const { unreadable } = innerFormat(toolCallFormat);
  if (toolCalls.length > 0 && unreadable !== undefined) throw new ModelFileError(unreadable);
  const thinking = thinkingOf(template);
  const end = thinking.openedBy(prompt);
  if (end !== undefined && !message.content.includes(end))
    throw new ModelFileError(`${name}: the chat template's prompt starts the thinking, but the turn has no thinking`);
  const words = end === undefined ? message.content : thinking.behindOpening(message.content);
  const calls = toolCalls.map(withTextArguments);
  const text = writeCalls(toolCallFormat, words, calls);
  // Harmony's calls end the turn each.
  if (calls.length > 1 && endTokens.some((token) => text.includes(token)))
    throw new ModelFileError(`${name}: the chat template refuses several calls in a turn`);
  return { text, end: endTokens[0]!, message };
}
