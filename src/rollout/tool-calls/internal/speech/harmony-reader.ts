import type { TemplateTool } from '../../../../base/index.js';
import { callOfJson } from '../formats/json-call.js';
import { MarkSearch } from './mark-search.js';
import { callPieces, type SpeechPiece, type SpeechReader } from './speech-reader.js';

/** The marks between the messages of a turn. */
interface HarmonyMarks {
  readonly message: string;
  readonly ends: readonly string[];
  /** Reads the header of a message. */
  readonly header: (text: string) => { readonly channel: string | undefined; readonly tool: string | undefined };
}

/** Reads harmony's messages while they are drawn: the channel `analysis` is reasoning, a message to a function is a call, all others are content. */
export class HarmonyReader implements SpeechReader {
  readonly #message: MarkSearch;
  readonly #end: MarkSearch;
  /** Of the message under way; undefined in its header. */
  #kind: 'reasoning' | 'content' | 'call' | undefined;
  #tool = '';
  #hasBegun = false;
  #header = '';
  #body = '';
  /** White space of a call's body that is part of its arguments if more follows. */
  #space = '';
  #hasMessages = false;
  /** Whether nothing was said of the message yet. */
  #isNew = false;
  readonly #said = { reasoning: false, content: false };

  constructor(
    private readonly marks: HarmonyMarks,
    private readonly tools: readonly TemplateTool[],
  ) {
    this.#message = new MarkSearch([marks.message]);
    this.#end = new MarkSearch(marks.ends);
  }

  add(text: string): readonly SpeechPiece[] {
    const pieces: SpeechPiece[] = [];
    for (let rest = text; rest !== '';) {
      const { before, mark, after } = (this.#kind === undefined ? this.#message : this.#end).add(rest);
      rest = after;
      if (this.#kind === undefined) this.#readHeader(before, mark, pieces);
      else {
        this.#readBody(before, pieces);
        if (mark !== undefined) this.#endBody(pieces, false);
      }
    }
    return pieces;
  }

  end(isCut: boolean): readonly SpeechPiece[] {
    const pieces: SpeechPiece[] = [];
    if (this.#kind !== undefined) {
      this.#readBody(this.#end.end(), pieces);
      this.#endBody(pieces, isCut);
    } else if (!this.#hasMessages) {
      const text = this.#header + this.#message.end();
      if (text !== '') pieces.push({ kind: 'content', text });
    }
    return pieces;
  }

  #readHeader(text: string, mark: string | undefined, pieces: SpeechPiece[]): void {
    this.#header += text;
    if (mark === undefined) return;
    const { channel, tool } = this.marks.header(this.#header);
    this.#header = '';
    this.#hasMessages = true;
    this.#kind = tool !== undefined ? 'call' : channel === 'analysis' ? 'reasoning' : 'content';
    [this.#tool, this.#body, this.#space, this.#isNew] = [tool ?? '', '', '', true];
    this.#hasBegun = tool !== undefined && this.tools.some(({ name }) => name === tool);
    if (this.#hasBegun) pieces.push({ kind: 'call', name: this.#tool });
  }

  #readBody(text: string, pieces: SpeechPiece[]): void {
    if (text === '') return;
    if (this.#kind === 'call') {
      this.#body += text;
      const given = this.#isNew ? text.trimStart() : text;
      this.#isNew &&= given === '';
      if (this.#hasBegun) this.#giveArguments(given, pieces);
    } else this.#say(this.#kind!, text, pieces);
  }

  #giveArguments(text: string, pieces: SpeechPiece[]): void {
    const { length } = text.trimEnd();
    if (length === 0) this.#space += text;
    else {
      pieces.push({ kind: 'arguments', text: this.#space + text.slice(0, length) });
      this.#space = text.slice(length);
    }
  }

  #say(kind: 'reasoning' | 'content', text: string, pieces: SpeechPiece[]): void {
    // Messages of a kind are on lines of their own.
    pieces.push({ kind, text: this.#isNew && this.#said[kind] ? `\n${text}` : text });
    [this.#isNew, this.#said[kind]] = [false, true];
  }

  #endBody(pieces: SpeechPiece[], isCut: boolean): void {
    if (this.#kind === 'call') this.#endCall(pieces, isCut);
    this.#kind = undefined;
  }

  #endCall(pieces: SpeechPiece[], isCut: boolean): void {
    const call = callOfJson(this.#tool, this.#body, this.#body);
    if (this.#hasBegun) pieces.push({ kind: 'call-end', call });
    else if (call.kind === 'call' && !isCut && this.tools.length > 0)
      pieces.push(...callPieces(this.#tool, this.#body.trim(), call));
    else {
      if (this.#body !== '') this.#say('content', this.#body, pieces);
      if (call.kind === 'invalid' && this.tools.length > 0) pieces.push({ kind: 'nameless', call });
    }
  }
}
