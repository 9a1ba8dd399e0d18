import { errorMessage } from '../../../base/internal/index.js';
import type { TemplateTool } from '../../../base/index.js';
import type { ResolvedRolloutOptions } from '../../../rollout/internal/index.js';
import { Refusal } from '../refusal.js';
import { layoutOf, type Layout } from './layouts.js';
import { Prefix } from './prefix.js';

/** What requests with the same tools share. */
export interface ToolSet {
  readonly layout: Layout;
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
    try {
      return { layout: layoutOf(tools, text, this.options), root: Prefix.root(tools), tools: text };
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
