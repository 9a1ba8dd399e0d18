import { TOOL_CALL_ERRORS, type ParsedToolCall, type TemplateTool } from '../../../../base/index.js';
import type { CallFormat } from '../call-syntax.js';
import type { Thinking } from '../thinking.js';
import { MarkSearch } from './mark-search.js';
import { OpenBlock } from './open-block.js';
import { MOST_CALLS, wholeCall, type InvalidCall, type SpeechPiece, type SpeechReader } from './speech-reader.js';
import { SpokenWords } from './spoken-words.js';

/**
 * Reads the calls of a format as they are drawn: those that `parse` reads of the whole turn. A block that turns out to hold no call is content
 * as it is; so is a call without a name behind another call, without its marks.
 */
export class BlockReader implements SpeechReader {
  #state: 'bare' | 'text' | 'thinking' | 'lead' | 'block' | 'passed' | 'ignored';
  #pieces: SpeechPiece[] = [];
  readonly #words = new SpokenWords((piece) => this.#pieces.push(piece));
  readonly #starts: MarkSearch;
  /** Ends the thinking, or the block that is passed over. */
  #close = new MarkSearch([]);
  /** The mark of the block that was opened last. */
  #mark = '';
  #block: OpenBlock | undefined;
  /** Text that waits for what it is, or that is passed over. */
  #waiting: string[] = [];
  #calls = 0;

  constructor(
    private readonly format: CallFormat,
    private readonly tools: readonly TemplateTool[],
    private readonly thinking: Thinking,
  ) {
    this.#starts = new MarkSearch([...format.starts, ...thinking.marks.map(([open]) => open)]);
    this.#state = format.bare === undefined ? 'text' : 'bare';
  }

  add(text: string): readonly SpeechPiece[] {
    this.#pieces = [];
    this.#read(text);
    return this.#pieces;
  }

  end(isCut: boolean): readonly SpeechPiece[] {
    this.#pieces = [];
    for (let rest = this.#end(isCut); rest !== ''; rest = this.#end(isCut)) this.#read(rest);
    this.#words.end();
    return this.#pieces;
  }

  #read(text: string): void {
    for (let rest = text; rest !== '';) rest = this.#step(rest);
  }

  /** @returns What is left of the text. */
  #step(text: string): string {
    switch (this.#state) {
      case 'bare':
        return this.#readBare(text);
      case 'text':
        return this.#readText(text);
      case 'thinking':
        return this.#readThinking(text);
      case 'lead':
        return this.#readLead(text);
      case 'block':
        return this.#readBlock(text);
      case 'passed':
        return this.#readPassed(text);
      default:
        this.#words.say(text);
        return '';
    }
  }

  /** Where a call may stand without a mark. */
  #readBare(text: string): string {
    const { mayBegin, begins } = this.format.bare!;
    this.#waiting.push(text);
    const waiting = this.#waiting.join('');
    if (mayBegin.test(waiting)) return '';
    this.#waiting = [];
    if (begins(waiting, 0)) this.#open('');
    else this.#state = 'text';
    return waiting;
  }

  #readText(text: string): string {
    const { before, mark, after } = this.#starts.add(text);
    this.#words.say(before);
    if (mark === undefined) return after;
    const close = this.format.starts.includes(mark) ? undefined : this.thinking.closeOf(mark);
    if (close !== undefined) [this.#state, this.#close] = ['thinking', new MarkSearch([close])];
    else if (mark === this.format.section) this.#words.hold();
    else {
      this.#open(mark);
      return after;
    }
    this.#words.say(mark);
    return after;
  }

  /** Calls inside thinking are ignored. */
  #readThinking(text: string): string {
    const { before, mark, after } = this.#close.add(text);
    this.#words.say(before + (mark ?? ''));
    if (mark !== undefined) this.#state = this.format.bare === undefined || this.#calls > 0 ? 'text' : 'bare';
    return after;
  }

  #open(mark: string): void {
    this.#mark = mark;
    this.#words.hold();
    if (this.#calls >= MOST_CALLS) this.#ignore(mark);
    else if (this.format.stream.firsts === undefined) this.#begin();
    else this.#state = 'lead';
  }

  #begin(): void {
    [this.#block, this.#state] = [new OpenBlock(this.format, this.tools, this.#mark), 'block'];
  }

  /** All calls begin with certain characters: a mark that is only mentioned is text. */
  #readLead(text: string): string {
    this.#waiting.push(text);
    const first = /\S/.exec(text)?.[0];
    if (first === undefined) return '';
    const lead = this.#waiting.join('');
    this.#waiting = [];
    if (this.format.stream.firsts!.includes(first)) this.#begin();
    else {
      this.#words.release();
      this.#words.say(this.#mark);
      [this.#close, this.#state] = [new MarkSearch([this.#mark, this.format.stream.close!]), 'passed'];
    }
    return lead;
  }

  /** A block that holds no call lasts to its closing mark, or to the next opening one. */
  #readPassed(text: string): string {
    const { before, mark, after } = this.#close.add(text);
    this.#waiting.push(before);
    this.#words.say(before);
    if (mark === undefined) return after;
    this.#endPassed(mark);
    if (mark === this.#mark) return mark + after;
    this.#words.say(mark);
    return after;
  }

  #endPassed(mark: string): void {
    const { calls } = this.format.read(this.#mark + this.#waiting.join('') + mark, 0, this.tools);
    [this.#waiting, this.#state] = [[], 'text'];
    this.#calls += calls.length;
    this.#nameless(calls.filter((call) => call.kind === 'invalid'));
  }

  #readBlock(text: string): string {
    const block = this.#block!;
    const { pieces, calls, whole, left } = block.add(text);
    this.#push(pieces);
    this.#take(calls, block);
    if (this.#calls > MOST_CALLS) this.#ignore(block.text);
    else if (whole !== undefined) this.#endBlock(whole, block);
    else if (calls.length > 0) block.goOn();
    return left;
  }

  #push(pieces: readonly SpeechPiece[]): void {
    for (const piece of pieces) {
      if (piece.kind === 'call') this.#words.make();
      this.#pieces.push(piece);
    }
  }

  /** Calls of a block that are certain. */
  #take(calls: readonly ParsedToolCall[], block: OpenBlock): void {
    let { begun } = block;
    for (const call of calls) {
      if (++this.#calls > MOST_CALLS) return;
      const whole = begun?.end(call, block.text) ?? wholeCall(call, this.tools);
      begun = undefined;
      if (whole === undefined) block.nameless.push(call as InvalidCall);
      else {
        this.#nameless(block.nameless.splice(0), true);
        this.#push(whole);
      }
    }
  }

  /** @param text - Of the block. */
  #endBlock(text: string, block: OpenBlock): void {
    this.#words.say(text);
    this.#words.release();
    this.#nameless(block.nameless);
    [this.#block, this.#state] = [undefined, 'text'];
  }

  #nameless(calls: readonly InvalidCall[], isBesideCalls = this.#words.hasMade): void {
    for (const call of calls) {
      if (isBesideCalls) this.#words.append(call.raw);
      this.#pieces.push({ kind: 'nameless', call });
    }
  }

  /** Behind 128 calls, the rest is one call that is not made. */
  #ignore(text: string): void {
    this.#state = 'ignored';
    this.#words.release();
    this.#words.say(text);
    this.#pieces.push({ kind: 'nameless', call: { kind: 'invalid', raw: '', error: TOOL_CALL_ERRORS.tooMany } });
  }

  /** The turn is over. @returns Text that is to be read again: a call that was never closed ends where the next one opens. */
  #end(isCut: boolean): string {
    switch (this.#state) {
      case 'text':
        this.#words.say(this.#starts.end());
        return '';
      case 'thinking':
        this.#words.say(this.#close.end());
        return '';
      case 'bare':
        this.#words.say(this.#waiting.splice(0).join(''));
        return '';
      case 'lead': {
        const lead = this.#waiting.splice(0).join('');
        this.#begin();
        this.#push(this.#block!.add(lead).pieces);
        return this.#endOpen(this.#block!, isCut);
      }
      case 'block':
        return this.#endOpen(this.#block!, isCut);
      case 'passed': {
        const rest = this.#close.end();
        this.#waiting.push(rest);
        this.#words.say(rest);
        this.#endPassed('');
        return '';
      }
      default:
        return '';
    }
  }

  #endOpen(block: OpenBlock, isCut: boolean): string {
    const { pieces, end, calls } = block.end();
    this.#push(pieces);
    const { text, begun } = block;
    if (isCut || calls.length === 0) this.#push(begun?.end(calls[0], text) ?? []);
    if (!isCut) this.#take(calls, block);
    const whole = isCut ? text : text.slice(0, end);
    this.#endBlock(whole, block);
    return text.slice(whole.length);
  }
}
