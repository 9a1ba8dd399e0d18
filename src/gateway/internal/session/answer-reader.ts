import type { ParsedToolCall, TemplateTool } from '../../../base/index.js';
import type { TurnMarks } from '../../../rollout/internal/index.js';
import type { DeliveredCall } from '../../exchange.js';

/** A turn as its parts are delivered. */
export interface ReadAnswer {
  readonly reasoning: string | undefined;
  readonly content: string;
  readonly calls: readonly DeliveredCall[];
  /** What the calls are for the conversation: a call without a name is part of the text, and not among them. */
  readonly parsed: { readonly content: string; readonly calls: readonly ParsedToolCall[] };
  /** Calls that have no name: they are delivered as text, and count as failed. */
  readonly nameless: readonly Extract<ParsedToolCall, { kind: 'invalid' }>[];
}

interface AnswerOptions {
  readonly marks: TurnMarks;
  /** The mark that closes the thinking in which the prompt ends; undefined where it opened none. */
  readonly thinkingEnd: string | undefined;
  readonly tools: readonly TemplateTool[];
  /** The id of each call, by its place in the turn. */
  readonly idOf: (index: number) => string;
}

/** Reads a turn that is whole. @param isCut - It was cut off: the calls in it are not made. */
export function readAnswer(
  text: string,
  isCut: boolean,
  { marks, thinkingEnd, tools, idOf }: AnswerOptions,
): ReadAnswer {
  const thought = thoughtOf(text, marks, thinkingEnd);
  const speech = text.slice(thought.end);
  const reasoning = thought.open ? text.slice(thought.start, thought.close).trim() : undefined;
  const spoken = (words: string) => (thought.open ? words.trimStart() : words);
  if (tools.length === 0 || isCut)
    return { reasoning, content: spoken(speech), calls: [], parsed: { content: text, calls: [] }, nameless: [] };
  const { content, calls } = marks.read(speech, tools);
  const named = calls.map((call) => ({ call, delivered: deliveredCall(call, tools) }));
  const nameless = named.flatMap(({ call, delivered }) =>
    delivered === undefined && call.kind === 'invalid' ? [call] : [],
  );
  const made = named.filter(({ delivered }) => delivered !== undefined);
  const words = [content, ...nameless.map(({ raw }) => raw)].filter((part) => part !== '').join('\n');
  return {
    reasoning,
    content: made.length === 0 ? spoken(speech) : spoken(words),
    calls: made.map(({ delivered }, index) => ({ id: idOf(index), ...delivered! })),
    parsed:
      made.length === 0
        ? { content: calls.length === 0 ? text.slice(0, thought.end) + content : text, calls: [] }
        : { content: text.slice(0, thought.end) + words, calls: made.map(({ call }) => call) },
    nameless,
  };
}

/** Where the thinking at the start of a turn stands; `end` is where the speech begins. */
interface Thought {
  readonly open: boolean;
  readonly start: number;
  readonly close: number;
  readonly end: number;
}

function thoughtOf(text: string, { thinking }: TurnMarks, thinkingEnd: string | undefined): Thought {
  if (thinkingEnd !== undefined) return closedBy(text, 0, thinkingEnd);
  const at = text.length - text.trimStart().length;
  const pair = thinking.find(([open]) => text.startsWith(open, at));
  return pair === undefined
    ? { open: false, start: 0, close: 0, end: 0 }
    : closedBy(text, at + pair[0].length, pair[1]);
}

function closedBy(text: string, start: number, mark: string): Thought {
  const at = text.indexOf(mark, start);
  return at < 0
    ? { open: true, start, close: text.length, end: text.length }
    : { open: true, start, close: at, end: at + mark.length };
}

/** A call as clients get it; undefined where it has no name. */
function deliveredCall(call: ParsedToolCall, tools: readonly TemplateTool[]): Omit<DeliveredCall, 'id'> | undefined {
  if (call.kind === 'call') return { name: call.name, arguments: call.argumentsText ?? JSON.stringify(call.arguments) };
  const name = /"name"\s*:\s*"([^"\\]{1,128})"/.exec(call.raw)?.[1];
  if (name === undefined || !tools.some((tool) => tool.name === name)) return undefined;
  const args = /"(?:arguments|parameters)"\s*:\s*/.exec(call.raw);
  return { name, arguments: args === null ? call.raw : call.raw.slice(args.index + args[0].length) };
}

/** A piece of text that may be delivered, by its kind. */
export type TextPiece = { readonly kind: 'reasoning' | 'content'; readonly text: string };

/**
 * Reads a turn while it is drawn, and gives what is certain: text that may be the beginning of a mark, or white space at the end of a part, waits
 * for what follows. Pieces of one kind, joined, are the beginning of what {@link readAnswer} reads.
 */
export class AnswerReader {
  #state: 'start' | 'thinking' | 'speech' | 'held' = 'start';
  #waiting = '';
  #close = '';
  /** Whether white space at the start of the part is still to be left out. */
  #trims = false;

  constructor(private readonly options: AnswerOptions) {
    const { thinkingEnd } = options;
    if (thinkingEnd !== undefined) this.#think(thinkingEnd);
  }

  /** Adds what was drawn. @returns What can be delivered now. */
  add(text: string): readonly TextPiece[] {
    this.#waiting += text;
    const pieces: TextPiece[] = [];
    if (this.#state === 'start') this.#begin();
    if (this.#state === 'thinking') this.#readThinking(pieces);
    if (this.#state === 'speech') this.#readSpeech(pieces);
    return pieces;
  }

  #begin(): void {
    const { marks } = this.options;
    const words = this.#waiting.trimStart();
    const pair = marks.thinking.find(([open]) => words.startsWith(open));
    if (pair !== undefined) {
      this.#waiting = words.slice(pair[0].length);
      this.#think(pair[1]);
    } else if (words !== '' && !marks.thinking.some(([open]) => open.startsWith(words))) this.#speak(false);
  }

  #think(close: string): void {
    [this.#state, this.#close, this.#trims] = ['thinking', close, true];
  }

  #speak(isBehindThinking: boolean): void {
    [this.#state, this.#trims] = ['speech', isBehindThinking];
    // Formats whose calls have no marks are read whole.
    const { marks, tools } = this.options;
    if (marks.callStarts === undefined && tools.length > 0) this.#state = 'held';
  }

  #readThinking(pieces: TextPiece[]): void {
    const at = this.#waiting.indexOf(this.#close);
    if (at < 0) return this.#give(pieces, 'reasoning', safeLength(this.#waiting, [this.#close]));
    this.#waiting = this.#waiting.slice(0, at).trimEnd() + this.#waiting.slice(at);
    const end = this.#waiting.indexOf(this.#close);
    this.#give(pieces, 'reasoning', end);
    this.#waiting = this.#waiting.slice(this.#waiting.indexOf(this.#close) + this.#close.length);
    this.#speak(true);
  }

  #readSpeech(pieces: TextPiece[]): void {
    const { marks, tools } = this.options;
    // Calls inside thinking in the middle of a turn are none: what follows such a mark waits for the end.
    const starts = tools.length === 0 ? [] : [...marks.callStarts!, ...marks.thinking.flat()];
    const found = starts.map((mark) => this.#waiting.indexOf(mark)).filter((at) => at >= 0);
    if (found.length === 0) return this.#give(pieces, 'content', safeLength(this.#waiting, starts));
    this.#give(pieces, 'content', this.#waiting.slice(0, Math.min(...found)).trimEnd().length);
    this.#state = 'held';
  }

  #give(pieces: TextPiece[], kind: TextPiece['kind'], length: number): void {
    let text = this.#waiting.slice(0, length);
    this.#waiting = this.#waiting.slice(length);
    if (this.#trims) text = text.trimStart();
    if (text === '') return;
    this.#trims = false;
    pieces.push({ kind, text });
  }
}

/** @returns The length of the text that is certain: without white space at its end and the beginning of a mark. */
function safeLength(text: string, marks: readonly string[]): number {
  const longest = Math.max(0, ...marks.map((mark) => mark.length));
  let end = text.length;
  for (let length = Math.min(longest - 1, text.length); length > 0; length--) {
    const tail = text.slice(text.length - length);
    if (marks.some((mark) => mark.startsWith(tail))) {
      end = text.length - length;
      break;
    }
  }
  return text.slice(0, end).trimEnd().length;
}
