import { THINKING, Thinking } from '../../../tool-calls/internal/index.js';
import type { TemplateMessage, TemplateTool } from '../../../../base/index.js';
import { ownThinking, type RawRender } from './own-thinking.js';
import { PLAIN_PROBE_TOOLS, PROBE_TURNS, MESSAGE_ENCODINGS, probeMessage } from './probe-calls.js';

/** A part of a conversation that a template leaves out silently. */
export type LeftOut = "the user's message" | "the assistant's text" | "the tools' results";

/** Properties of a template that are found by rendering probes when it is created. */
export interface Examination {
  readonly thinking: Thinking;
  readonly leavesOut: readonly LeftOut[];
}

/** @returns The thinking marks of a template; the marks of published models for a template object of the user's own. */
export function thinkingOf(template: object): Thinking {
  return (template as Partial<Examination>).thinking ?? THINKING;
}

/** @returns The parts that a template leaves out, results of tools only if there are tools; empty for a template object of the user's own. */
export function leftOutBy(template: object, tools: readonly unknown[]): readonly LeftOut[] {
  const { leavesOut = [] } = template as Partial<Examination>;
  return leavesOut.filter((what) => tools.length > 0 || what !== "the tools' results");
}

/** Renders messages; undefined if the template refuses them. */
type Render = (
  messages: readonly TemplateMessage[],
  options: { readonly tools: readonly TemplateTool[]; readonly addGenerationPrompt?: boolean },
) => string | undefined;

const WORDS = 'Zephyr quarry.';
const SYSTEM: TemplateMessage = { role: 'system', content: 'Be brief.' };
const ASKED: TemplateMessage = { role: 'user', content: 'What is there?' };

/**
 * Renders probes to find a template's own thinking marks and the parts that it leaves out.
 *
 * @param raw - Renders messages in the layout of transformers.
 * @param readsResults - Whether the template itself renders the results of tools.
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
