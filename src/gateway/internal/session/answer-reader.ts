import type { ParsedToolCall, TemplateTool } from '../../../base/index.js';
import { MarkSearch, type SpeechPiece, type SpeechReader, type TurnMarks } from '../../../rollout/internal/index.js';
import type { AnswerPiece } from '../model-answer.js';
import type { DeliveredCall } from '../../model-request.js';

/** A turn as its parts are delivered. */
export interface ReadAnswer {
  readonly reasoning: string | undefined;
  readonly content: string;
  /** In a turn that was cut off, those that had begun, the last one with the arguments that there are. */
  readonly calls: readonly DeliveredCall[];
  /** What the calls are for the conversation: a call without a name is part of the text, and not among them. */
  readonly parsed: { readonly content: string; readonly calls: readonly ParsedToolCall[] };
  /** Calls that have no name: they are delivered as text, and count as failed. */
  readonly nameless: readonly Extract<ParsedToolCall, { kind: 'invalid' }>[];
  /** The stop text that ended the turn: neither it nor what follows it is delivered. */
  readonly stopText: string | undefined;
}

export interface AnswerOptions {
  readonly marks: TurnMarks;
  /** The mark that closes the thinking in which the prompt ends; undefined where it opened none. */
  readonly thinkingEnd: string | undefined;
  readonly tools: readonly TemplateTool[];
  /** The id of each call, by its place in the turn. */
  readonly idOf: (index: number) => string;
  /** Texts that end the answer. */
  readonly stopTexts?: readonly string[] | undefined;
}

/** Reads a turn that is whole. @param isCut - It was cut off: no call begins at its end. */
export function readAnswer(text: string, isCut: boolean, options: AnswerOptions): ReadAnswer {
  const reader = new AnswerReader(options);
  reader.add(text);
  return reader.end(isCut).read;
}

/**
 * Reads a turn while it is drawn, and gives what is certain: text that may be the beginning of a mark, or white space at the end of a part, waits
 * for what follows. Pieces of one kind, joined, are those of the whole answer, however the turn was cut into pieces.
 */
export class AnswerReader {
  #state: 'start' | 'thinking' | 'speech' = 'start';
  readonly #stops: MarkSearch;
  readonly #speech: SpeechReader;
  #close = new MarkSearch([]);
  #waiting = '';
  /** White space at the end of the thinking so far. */
  #space = '';
  readonly #text: string[] = [];
  /** Of the text that was read, without stop texts and what follows. */
  #length = 0;
  #speechAt = 0;
  #pieces: AnswerPiece[] = [];
  #reasoning: string | undefined;
  #content = '';
  readonly #calls: { readonly id: string; readonly name: string; arguments: string }[] = [];
  readonly #parsed: ParsedToolCall[] = [];
  readonly #nameless: ReadAnswer['nameless'][number][] = [];
  #stopText: string | undefined;

  constructor(private readonly options: AnswerOptions) {
    const { marks, thinkingEnd, tools, stopTexts = [] } = options;
    this.#stops = new MarkSearch(stopTexts);
    this.#speech = marks.reader(tools);
    if (thinkingEnd !== undefined) this.#think(thinkingEnd);
  }

  /** Adds what was drawn. @returns What can be delivered now. */
  add(text: string): readonly AnswerPiece[] {
    this.#pieces = [];
    this.#text.push(text);
    if (this.#stopText !== undefined) return [];
    const { before, mark } = this.#stops.add(text);
    this.#stopText = mark;
    this.#read(before);
    return this.#pieces;
  }

  /** The turn is over. @param isCut - It was cut off. @returns The rest of the pieces, and the whole answer. */
  end(isCut: boolean): { readonly pieces: readonly AnswerPiece[]; readonly read: ReadAnswer } {
    this.#pieces = [];
    this.#read(this.#stops.end());
    if (this.#state === 'thinking') this.#reason(this.#close.end());
    if (this.#state === 'start') this.#speak(this.#waiting);
    if (this.#state === 'speech') this.#deliver(this.#speech.end(isCut));
    else this.#speechAt = this.#length;
    const read = {
      reasoning: this.#reasoning,
      content: this.#content,
      calls: this.#calls.map((call) => ({ ...call })),
      parsed: this.#asParsed(),
      nameless: isCut ? [] : this.#nameless,
      stopText: this.#stopText,
    };
    return { pieces: this.#pieces, read };
  }

  #asParsed(): ReadAnswer['parsed'] {
    const { marks, tools } = this.options;
    const text = this.#text.join('');
    const { content, calls } = marks.read(text.slice(this.#speechAt), tools);
    const isPlain = this.#parsed.length === 0 && calls.length > 0;
    return { content: isPlain ? text : text.slice(0, this.#speechAt) + content, calls: this.#parsed };
  }

  #read(text: string): void {
    this.#length += text.length;
    if (this.#state === 'speech') this.#deliver(this.#speech.add(text));
    else if (this.#state === 'thinking') this.#readThinking(text);
    else this.#readStart(text);
  }

  #readStart(text: string): void {
    this.#waiting += text;
    const { thinking } = this.options.marks;
    const words = this.#waiting.trimStart();
    const pair = thinking.find(([open]) => words.startsWith(open));
    if (pair !== undefined) {
      this.#think(pair[1]);
      this.#readThinking(words.slice(pair[0].length));
    } else if (words !== '' && !thinking.some(([open]) => open.startsWith(words))) this.#speak(this.#waiting);
  }

  #think(close: string): void {
    [this.#state, this.#close, this.#reasoning] = ['thinking', new MarkSearch([close]), ''];
  }

  #readThinking(text: string): void {
    const { before, mark, after } = this.#close.add(text);
    this.#reason(before);
    if (mark !== undefined) this.#speak(after);
  }

  /** Thinking at the start of a turn, without white space around it. */
  #reason(text: string): void {
    const words = this.#reasoning === '' ? text.trimStart() : text;
    const { length } = words.trimEnd();
    if (length > 0) this.#give('reasoning', this.#space + words.slice(0, length));
    if (this.#reasoning !== '') this.#space = (length > 0 ? '' : this.#space) + words.slice(length);
  }

  #speak(text: string): void {
    this.#state = 'speech';
    this.#speechAt = this.#length - text.length;
    this.#deliver(this.#speech.add(text));
  }

  #deliver(pieces: readonly SpeechPiece[]): void {
    for (const piece of pieces)
      switch (piece.kind) {
        case 'reasoning':
          this.#give('reasoning', piece.text);
          break;
        case 'content':
          this.#give(
            'content',
            this.#reasoning !== undefined && this.#content === '' ? piece.text.trimStart() : piece.text,
          );
          break;
        case 'call': {
          const index = this.#calls.length;
          const call = { id: this.options.idOf(index), name: piece.name };
          this.#calls.push({ ...call, arguments: '' });
          this.#pieces.push({ kind: 'call', index, ...call });
          break;
        }
        case 'arguments':
          this.#calls.at(-1)!.arguments += piece.text;
          this.#pieces.push({ kind: 'arguments', index: this.#calls.length - 1, text: piece.text });
          break;
        case 'call-end':
          this.#parsed.push(piece.call);
          break;
        default:
          this.#nameless.push(piece.call);
      }
  }

  #give(kind: 'reasoning' | 'content', text: string): void {
    if (text === '') return;
    if (kind === 'reasoning') this.#reasoning = (this.#reasoning ?? '') + text;
    else this.#content += text;
    this.#pieces.push({ kind, text });
  }
}
