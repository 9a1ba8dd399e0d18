import type { ToolCallFormat } from '../tool-call-format.js';
import type { WritableCall } from '../writable-call.js';
import type { InnerFormat } from './inner-format.js';
import { readTurn, type CallSyntax } from './call-syntax.js';

/** A format of this package: all of it stands in one file of `tool-calls/`. */
export interface CallFormat extends CallSyntax {
  readonly name: string;
  /** What stands between words and calls. */
  readonly before: string;
  /** Writes one call or more as the models of this format do. */
  readonly writeCalls: (calls: readonly WritableCall[]) => string;
  /** What a template's text has that means this format, for one that shows tools and writes no call itself. */
  readonly marks: readonly string[];
  /** Tokens that end a turn with calls, where a template has them. */
  readonly stopTokens?: readonly string[];
  readonly callId?: ToolCallFormat['callId'];
}

/** @returns The format as conversations use it. */
export function callFormat({
  name,
  before,
  writeCalls,
  marks,
  stopTokens = [],
  callId,
  ...syntax
}: CallFormat): InnerFormat {
  return {
    name,
    marks,
    stopTokens,
    ...(callId === undefined ? {} : { callId }),
    parse: (text, tools = [], known = {}) => readTurn(text, tools, syntax, known),
    write: (words, calls) => {
      if (calls.length === 0) return words;
      return words === '' ? writeCalls(calls) : words + before + writeCalls(calls);
    },
  };
}
