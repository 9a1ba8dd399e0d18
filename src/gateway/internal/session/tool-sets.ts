import { errorMessage } from '../../../base/internal/index.js';
import type { TemplateTool } from '../../../base/index.js';
import {
  prepareConversations,
  type AgentLoopContext,
  type ConversationFormat,
  type ResolvedRolloutOptions,
} from '../../../rollout/internal/index.js';
import { Refusal } from '../../exchange.js';
import { Prefix } from './prefix.js';

/** What requests with the same tools share. */
export interface ToolSet extends Pick<AgentLoopContext, 'stopTokens'> {
  readonly format: ConversationFormat;
  /** Where their conversations begin. */
  readonly root: Prefix;
  /** The tools, in their order, as JSON. */
  readonly tools: string;
}

/** The sets of tools of a session's requests, as each was first seen. */
export class ToolSets {
  readonly #sets = new Map<string, ToolSet>();

  constructor(private readonly options: Pick<ResolvedRolloutOptions, 'tokenizer' | 'chatTemplate'>) {}

  /** @throws Refusal for tools that the template cannot show. */
  of(tools: readonly TemplateTool[]): ToolSet {
    const text = JSON.stringify(tools);
    const known = this.#sets.get(text);
    if (known !== undefined) return known;
    const { tokenizer, chatTemplate } = this.options;
    try {
      const prepared = prepareConversations({ tokenizer, chatTemplate, tools });
      return { ...prepared, root: Prefix.root(tools), tools: text };
    } catch (error) {
      if (!(error instanceof RangeError) || tools.length === 0) throw error;
      throw new Refusal('invalid-request', `tools: ${errorMessage(error)}`, { param: 'tools', cause: error });
    }
  }

  /** Keeps a set for later requests: of one that is answered. */
  keep(set: ToolSet): void {
    this.#sets.set(set.tools, set);
  }
}
