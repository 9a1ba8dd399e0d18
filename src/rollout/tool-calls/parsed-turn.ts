import type { ParsedToolCall } from '../../base/index.js';

/** What a turn says and which tools it calls. */
export interface ParsedTurn {
  /** What stands before the first call, without white space at its end; the whole text where there is none. */
  readonly content: string;
  /** Every call, in order; one that does not parse is `invalid`, never dropped. */
  readonly calls: readonly ParsedToolCall[];
}
