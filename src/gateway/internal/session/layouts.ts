import type { TemplateMessage, TemplateTool } from '../../../base/index.js';
import {
  prepareConversations,
  startConversation,
  type AgentLoopContext,
  type ConversationFormat,
  type ResolvedRolloutOptions,
} from '../../../rollout/internal/index.js';

type Format = Pick<ResolvedRolloutOptions, 'chatTemplate' | 'tokenizer'>;

/** How conversations with the same tools are laid out. */
export interface Layout extends Pick<AgentLoopContext, 'stopTokens'> {
  readonly format: ConversationFormat;
  /** @throws ModelFileError where the template refuses the prompt. */
  readonly start: (prompt: readonly TemplateMessage[]) => ReturnType<typeof startConversation>;
}

/** What is kept for sessions that come later: sets of tools, and prompts of each. */
const MOST_TOOLS = 8;
const MOST_PROMPTS = 16;
/** In characters of JSON: what is kept outlives the sessions. */
const LONGEST_KEPT_PROMPT = 2 ** 17;

const kept = new WeakMap<object, WeakMap<object, Recent<Layout>>>();

/**
 * The layout of a set of tools. Sessions share it, and the prompts that it has encoded: the rollouts of a group begin alike.
 *
 * @param name - The tools as JSON.
 * @throws RangeError for tools that the template cannot show.
 */
export function layoutOf(tools: readonly TemplateTool[], name: string, { chatTemplate, tokenizer }: Format): Layout {
  const byTokenizer = kept.get(chatTemplate) ?? new WeakMap<object, Recent<Layout>>();
  kept.set(chatTemplate, byTokenizer);
  const layouts = byTokenizer.get(tokenizer) ?? new Recent<Layout>(MOST_TOOLS);
  byTokenizer.set(tokenizer, layouts);
  return layouts.get(name, () => {
    const prepared = prepareConversations({ tokenizer, chatTemplate, tools });
    const starts = new Recent<ReturnType<typeof startConversation>>(MOST_PROMPTS);
    return {
      ...prepared,
      start: (prompt) => {
        const text = JSON.stringify(prompt);
        const make = () => startConversation(prepared.format, prompt);
        return text.length > LONGEST_KEPT_PROMPT ? make() : starts.get(text, make);
      },
    };
  });
}

/** Values by their names; the ones that were used last are kept. */
class Recent<T> {
  readonly #values = new Map<string, T>();

  constructor(private readonly most: number) {}

  get(name: string, make: () => T): T {
    const value = this.#values.get(name) ?? make();
    this.#values.delete(name);
    this.#values.set(name, value);
    if (this.#values.size > this.most) this.#values.delete(this.#values.keys().next().value!);
    return value;
  }
}
