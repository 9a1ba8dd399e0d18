import { THINKING, Thinking } from '../../../tool-calls/internal/index.js';
import type { TemplateMessage, TemplateTool } from '../../../../base/index.js';
import { ownThinking, type RawRender } from './own-thinking.js';
import { PLAIN_PROBE_TOOLS, PROBE_TURNS, MESSAGE_ENCODINGS, probeMessage } from './probe-calls.js';

/** What a template leaves out of a conversation without a word. */
export type LeftOut = "the user's message" | "the assistant's text" | "the tools' results";

/** What is found out about a template when it is made, beside what it says of itself. */
export interface Examination {
  readonly thinking: Thinking;
  readonly leavesOut: readonly LeftOut[];
}

/** @returns The marks of thinking of a template; those of published models for one of a user's own. */
export function thinkingOf(template: object): Thinking {
  return (template as Partial<Examination>).thinking ?? THINKING;
}

/** @returns What a template leaves out; nothing for one of a user's own, and of tools' results where there are no tools. */
export function leftOutBy(template: object, tools: readonly unknown[]): readonly LeftOut[] {
  const { leavesOut = [] } = template as Partial<Examination>;
  return leavesOut.filter((what) => tools.length > 0 || what !== "the tools' results");
}

/** Renders messages; undefined where the template refuses. */
type Render = (
  messages: readonly TemplateMessage[],
  options: { readonly tools: readonly TemplateTool[]; readonly addGenerationPrompt?: boolean },
) => string | undefined;

const WORDS = 'Zephyr quarry.';
const SYSTEM: TemplateMessage = { role: 'system', content: 'Be brief.' };
const ASKED: TemplateMessage = { role: 'user', content: 'What is there?' };

/**
 * Tries a template: which marks of thinking it has of its own, and what it leaves out.
 *
 * @param raw - Renders messages as transformers lays them out.
 * @param readsResults - Whether the template itself writes what tools answer.
 */
export function examineSource(raw: RawRender, render: Render, source: string, readsResults: boolean): Examination {
  const user = [{ ...ASKED, content: WORDS }];
  const assistant: TemplateMessage[] = [ASKED, { role: 'assistant', content: WORDS }, ASKED];
  const results = MESSAGE_ENCODINGS.map((encoding) => probeMessage(PROBE_TURNS[0], encoding))
    .flatMap((message) => [message, { role: message.role, content: message.content }])
    .map((message): TemplateMessage[] => {
      const { id, name } = message.toolCalls?.[0] ?? {};
      return [ASKED, message, { role: 'tool', content: WORDS, ...(id && name ? { toolCallId: id, name } : {}) }];
    });
  const drops = (conversations: readonly (readonly TemplateMessage[])[], tools: readonly TemplateTool[]): boolean => {
    const texts = conversations
      .flatMap((messages) => [messages, [SYSTEM, ...messages]])
      .map((messages) => render(messages, { tools, addGenerationPrompt: true }))
      .filter((text) => text !== undefined);
    return texts.length > 0 && !texts.some((text) => text.includes(WORDS));
  };
  const leavesOut: readonly (LeftOut | false)[] = [
    drops([user], []) && "the user's message",
    drops([assistant], []) && "the assistant's text",
    readsResults && drops(results, PLAIN_PROBE_TOOLS) && "the tools' results",
  ];
  return { thinking: new Thinking(ownThinking(raw, source)), leavesOut: leavesOut.filter((what) => what !== false) };
}
