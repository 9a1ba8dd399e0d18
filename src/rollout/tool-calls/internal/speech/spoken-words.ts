import type { SpeechPiece } from './speech-reader.js';

/** The content of a turn: the text before its first call, without white space at its end; the whole text without a call. */
export class SpokenWords {
  /** Text that is content unless it turns out to be a call. */
  #held: string[] | undefined;
  /** White space that is content if more follows. */
  #space = '';
  #isEmpty = true;
  #hasMade = false;

  constructor(private readonly give: (piece: SpeechPiece) => void) {}

  /** Whether a call was made: text after it is not content. */
  get hasMade(): boolean {
    return this.#hasMade;
  }

  say(text: string): void {
    if (this.#hasMade) return;
    if (this.#held !== undefined) this.#held.push(text);
    else this.#emit(text);
  }

  /** Later text waits. */
  hold(): void {
    this.#held ??= [];
  }

  /** The waiting text is not a call. */
  release(): void {
    const held = this.#held?.join('') ?? '';
    this.#held = undefined;
    this.say(held);
  }

  /** The waiting text is a call. */
  make(): void {
    [this.#held, this.#space, this.#hasMade] = [undefined, '', true];
  }

  /** Adds text between or after calls that belongs to no call. */
  append(text: string): void {
    if (text === '') return;
    this.give({ kind: 'content', text: this.#isEmpty ? text : `\n${text}` });
    this.#isEmpty = false;
  }

  end(): void {
    this.release();
    if (this.#space !== '' && !this.#hasMade) this.give({ kind: 'content', text: this.#space });
  }

  #emit(text: string): void {
    const { length } = text.trimEnd();
    if (length === 0) this.#space += text;
    else {
      this.give({ kind: 'content', text: this.#space + text.slice(0, length) });
      [this.#space, this.#isEmpty] = [text.slice(length), false];
    }
  }
}
