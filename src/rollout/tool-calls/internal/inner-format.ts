import type { TemplateTool } from '../../../base/index.js';
import type { ParsedTurn } from '../parsed-turn.js';
import type { ToolCallFormat } from '../tool-call-format.js';
import type { Thinking } from './thinking.js';

/** What is known of a turn's thinking from outside it. */
export interface KnownThinking {
  /** The marks. Default: those of published models. */
  readonly thinking?: Thinking;
  /** Whether the thinking that the prompt has opened was cut off already. */
  readonly isOver?: boolean;
}

/** What a format of this package has beside what one of a user's own has. */
export interface InnerFormat extends ToolCallFormat {
  parse(text: string, tools?: readonly TemplateTool[], known?: KnownThinking): ParsedTurn;
  /** What a template has in its text that means this format, where it shows tools and writes no call itself. */
  readonly marks?: readonly string[];
  /** What a template ends a past turn with in the place of a token that the model stops at. */
  readonly messageEnds?: readonly string[];
  /** Why no call of the model is read. Runs with tools are refused with these words. */
  readonly unreadable?: string;
}

/** @returns The format with what only those of this package have. */
export function innerFormat(format: ToolCallFormat): InnerFormat {
  return format;
}
