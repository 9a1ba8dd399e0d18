import type { ParsedToolCall, TemplateTool } from '../../base/index.js';

/** What a turn says and which tools it calls. */
export interface ParsedTurn {
  /** What stands before the first call, without white space at its end; the whole text where there is none. */
  readonly content: string;
  /** Every call, in order; one that does not parse is `invalid`, never dropped. */
  readonly calls: readonly ParsedToolCall[];
}

/** A call to be written. */
export interface WritableCall {
  readonly name: string;
  /** The text of a JSON object, or what a model wrote in its place. */
  readonly arguments: string;
}

/** A way in which models write tool calls. */
export interface ToolCallFormat {
  readonly name: string;
  /**
   * Reads the calls out of a turn.
   *
   * @param text - A whole turn, without the token that ends it.
   * @param tools - Their schemas say what an argument is, where the format does not.
   */
  parse(text: string, tools?: readonly TemplateTool[]): ParsedTurn;
  /** Writes a turn's words and calls, for servers that give calls apart and for templates that write none. Default: as Hermes'. */
  write?(words: string, calls: readonly WritableCall[]): string;
  /** Tokens that end a turn in this format; those that a template's text has are added to its `endTokens`. */
  readonly stopTokens?: readonly string[];
  /** The id that the model writes for a call, where it writes one. @param index - How many calls the conversation had before. */
  callId?(name: string, index: number): string;
}
