import type { ParsedToolCall, TemplateTool } from '../../../../base/index.js';
import type { CallFormat } from '../call-syntax.js';
import { DrawnCall } from './drawn-call.js';
import { JsonDepth } from './json-depth.js';
import { MarkSearch } from './mark-search.js';
import type { InvalidCall, SpeechPiece } from './speech-reader.js';

/** How often a block is read without finding a new call; after that it is read once, at the end of the turn. */
const MOST_READS = 32;

/** What a block gives for more text. */
export interface BlockStep {
  /** Of the call that is drawn. */
  readonly pieces: readonly SpeechPiece[];
  /** Calls that were read, in order; the first is the one that has begun, if one has. */
  readonly calls: readonly ParsedToolCall[];
  /** The text of the block, where it is over. */
  readonly whole?: string;
  /** Text that is not read yet. */
  readonly left: string;
}

/** A block of calls, from its mark on. The format reads it at the places where a call may have become certain, and only up to there. */
export class OpenBlock {
  /** Calls without a name so far. */
  readonly nameless: InvalidCall[] = [];
  readonly #closes: MarkSearch;
  readonly #breaks: readonly string[];
  readonly #values: JsonDepth | undefined;
  readonly #parts: string[];
  #length: number;
  #call: DrawnCall | undefined;
  #certain = 0;
  #vainReads = 0;

  constructor(
    private readonly format: CallFormat,
    private readonly tools: readonly TemplateTool[],
    mark: string,
  ) {
    const { close, also = [], valuesEnd = false } = format.stream;
    const closes = [...(close === undefined ? [] : [close]), ...also];
    this.#closes = new MarkSearch(closes);
    this.#breaks = [...closes, ...format.starts];
    this.#values = valuesEnd ? new JsonDepth() : undefined;
    this.#parts = [mark];
    this.#length = mark.length;
    this.#call = this.#nextCall();
  }

  get text(): string {
    return this.#parts.join('');
  }

  /** The call that is being drawn, where it has begun. */
  get begun(): DrawnCall | undefined {
    return this.#call?.hasBegun === true ? this.#call : undefined;
  }

  /** Adds text, up to the next place where something may be certain. */
  add(text: string): BlockStep {
    const { before, mark, after } = this.#closes.add(text);
    const all = before + (mark ?? '');
    const value = this.#values?.add(all) ?? -1;
    const end = value < 0 ? all.length : value;
    const left = all.slice(end) + this.#takeBack(value >= 0) + after;
    const pieces = this.#feed(all.slice(0, end));
    const isPlace = value >= 0 || mark !== undefined;
    if (!isPlace || this.#vainReads >= MOST_READS) return { pieces, calls: [], left };
    const whole = this.text;
    const block = this.format.read(whole, 0, this.tools);
    const calls = block.calls.slice(this.#certain, block.certain);
    this.#certain += calls.length;
    if (block.isOver) return { pieces, calls, whole: whole.slice(0, block.end), left: whole.slice(block.end) + left };
    if (calls.length === 0) this.#vainReads++;
    else this.#vainReads = 0;
    return { pieces, calls, left };
  }

  /** Text that waited for a mark to go on comes again with what is left. */
  #takeBack(isLeft: boolean): string {
    return isLeft ? this.#closes.end() : '';
  }

  #feed(text: string): readonly SpeechPiece[] {
    if (text === '') return [];
    this.#parts.push(text);
    this.#length += text.length;
    return this.#call?.add(text) ?? [];
  }

  /** The next call is drawn from here on. */
  goOn(): void {
    this.#call = this.#nextCall();
  }

  #nextCall(): DrawnCall | undefined {
    const { head } = this.format.stream;
    return head && new DrawnCall({ head, breaks: this.#breaks, tools: this.tools, start: this.#length });
  }

  /** The turn is over. @returns What the format reads of the block as it is. */
  end(): Pick<BlockStep, 'pieces' | 'calls'> & { readonly end: number } {
    const pieces = this.#feed(this.#closes.end());
    const { calls, end } = this.format.read(this.text, 0, this.tools);
    return { pieces, calls: calls.slice(this.#certain), end: Math.max(end, 1) };
  }
}
