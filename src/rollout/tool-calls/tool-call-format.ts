import type { ParsedToolCall, TemplateTool } from '../../base/index.js';

/** The text and the tool calls of a turn. */
export interface ParsedTurn {
  /** The text before the first call, without white space at its end; the whole text if the turn has no calls. */
  readonly content: string;
  /** All calls, in order. A call that does not parse is `invalid`; no call is dropped. */
  readonly calls: readonly ParsedToolCall[];
}

/** A call to write. */
export interface WritableCall {
  readonly name: string;
  /** The text of a JSON object, or whatever a model wrote instead. */
  readonly arguments: string;
}

/** A way in which models write tool calls. */
export interface ToolCallFormat {
  readonly name: string;
  /**
   * Reads the calls out of a turn.
   *
   * @param text - A whole turn, without the token that ends it.
   * @param tools - Their schemas give the types of arguments where the format does not.
   */
  parse(text: string, tools?: readonly TemplateTool[]): ParsedTurn;
  /** Writes a turn's words and calls, for servers that return calls apart from the text, and for templates that write no calls. Default: Hermes' format. */
  write?(words: string, calls: readonly WritableCall[]): string;
  /** Tokens that end a turn in this format. If a template's text contains one, it is added to the template's `endTokens`. */
  readonly stopTokens?: readonly string[];
  /** The id that the model writes for a call, if it writes ids. @param index - The number of earlier calls in the conversation. */
  callId?(name: string, index: number): string;
}
