import type { ParsedToolCall, TemplateTool } from '../../../base/index.js';
import type { ToolCallFormat, WritableCall } from '../tool-call-format.js';

/** A block of calls that was read. */
export interface CallBlock {
  readonly calls: readonly ParsedToolCall[];
  /** Exclusive; after the start of the block. */
  readonly end: number;
  /** How many of the calls stay as they are, whatever text follows. */
  readonly certain: number;
  /** Whether that holds for all of them, and for `end`. */
  readonly isOver: boolean;
}

/** How the calls of a block are read while it is drawn. */
export interface CallStream {
  /** The mark that closes a call or a block: the block is read there. */
  readonly close?: string;
  /** Further marks at which it is read. */
  readonly also?: readonly string[];
  /** Whether it is read at the end of each JSON value. */
  readonly valuesEnd?: boolean;
  /**
   * For calls whose arguments are JSON as it is delivered. Sticky: from the start of a call (behind the mark, or behind the value before it) to the
   * brace that begins the arguments. The first group that matches is the name.
   */
  readonly head?: RegExp;
  /** The characters with which a block can begin behind its mark. Otherwise it holds no call up to its closing mark or the next opening one. */
  readonly firsts?: string;
}

/** A block that starts without a mark, at the start of a turn or after thinking. */
interface BareStart {
  readonly begins: (text: string, at: number) => boolean;
  /** Matches a text that may still become such a start. */
  readonly mayBegin: RegExp;
}

/** The syntax of a format: how it reads and writes calls. */
export interface CallFormat extends Pick<ToolCallFormat, 'name' | 'stopTokens' | 'callId'> {
  readonly marks: readonly string[];
  /** The marks that start a block of calls. */
  readonly starts: readonly string[];
  /** A mark before the first block; it contains no calls. */
  readonly section?: string;
  readonly bare?: BareStart;
  readonly stream: CallStream;
  /** Reads the block that starts at `at`. A call that does not parse is `invalid`; no call is dropped. */
  readonly read: (text: string, at: number, tools: readonly TemplateTool[]) => CallBlock;
  /** Writes one call as models with this format do. */
  readonly writeCall: (call: WritableCall, index: number) => string;
  /** Text between words and calls (`before`), around all calls (`open`, `close`) and between two calls. Default: empty. */
  readonly before?: string;
  readonly open?: string;
  readonly between?: string;
  readonly close?: string;
}
