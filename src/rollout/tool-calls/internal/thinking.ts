import { TAGS } from '../../../base/index.js';

/** How a model marks its thinking: what opens it and what closes it. */
export type ThinkingMarks = readonly [open: string, close: string];

/** As the templates and prompts of published models write them. */
const PUBLISHED: readonly ThinkingMarks[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  [TAGS.reasonStart, TAGS.reasonEnd],
  ['<reasoning>', '</reasoning>'],
  ['<mm:think>', '</mm:think>'],
  ['<seed:think>', '</seed:think>'],
  ['[THINK]', '[/THINK]'],
  ['[BEGIN REASONING]', '[END REASONING]'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<|inner_prefix|>', '<|inner_suffix|>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|channel>thought', '<channel|>'],
  ['<|open|>think<|sep|>', '<|close|>think<|sep|>'],
  ['<|think|>', '<|end|>'],
];

/** It ends other messages too. */
const SHARED_CLOSE = '<|end|>';

/** A piece of thinking in a text, marks included; end exclusive. */
interface Thought {
  readonly start: number;
  /** The text's end where it is not closed. */
  readonly end: number;
}

/** The marks of thinking of a model: those of published models, and those that its template writes. */
export class Thinking {
  readonly #closeOf: ReadonlyMap<string, string>;
  readonly #open: RegExp;
  readonly #close: RegExp;
  readonly #endsOpen: RegExp;
  readonly #endsClosed: RegExp;
  readonly #startsOpen: RegExp;

  constructor(own: readonly ThinkingMarks[] = []) {
    this.#closeOf = new Map([...PUBLISHED, ...own]);
    const open = anyOf([...this.#closeOf.keys()]);
    const close = anyOf([...this.#closeOf.values()].filter((mark) => mark !== SHARED_CLOSE));
    this.#open = new RegExp(open, 'g');
    this.#close = new RegExp(close, 'g');
    this.#endsOpen = new RegExp(`(${open})\\s*$`);
    this.#endsClosed = new RegExp(`(?:(?:${open})\\s*)?(?:${close})\\s*$`);
    this.#startsOpen = new RegExp(`^\\s*(?:${open})\\s*`);
  }

  /** @returns The first thinking that opens at or after `from`. */
  next(text: string, from: number): Thought | undefined {
    this.#open.lastIndex = from;
    const found = this.#open.exec(text);
    if (found === null) return undefined;
    const close = this.#closeOf.get(found[0])!;
    const at = text.indexOf(close, this.#open.lastIndex);
    return { start: found.index, end: at < 0 ? text.length : at + close.length };
  }

  /** @returns The index behind the first mark that closes thinking; −1 where there is none. */
  firstEnd(text: string): number {
    this.#close.lastIndex = 0;
    return this.#close.test(text) ? this.#close.lastIndex : -1;
  }

  /** @returns The mark that closes the thinking in which a prompt ends, so that a turn begins there; undefined where it ends in none. */
  openedBy(prompt: string): string | undefined {
    const open = this.#endsOpen.exec(endOf(prompt))?.[1];
    return open === undefined ? undefined : this.#closeOf.get(open);
  }

  /** @returns Whether a prompt ends by closing thinking: it says that there is none. */
  isClosedBy(prompt: string): boolean {
    return this.#endsClosed.test(endOf(prompt));
  }

  /** @returns A prompt without the thinking that it ends by opening or by closing, for the same turn in the past stands without. */
  promptsWithout(prompt: string): { readonly closed: string; readonly opened: string } {
    const end = endOf(prompt);
    const start = prompt.slice(0, prompt.length - end.length);
    return { closed: start + end.replace(this.#endsClosed, ''), opened: start + end.replace(this.#endsOpen, '') };
  }

  /** @returns A turn's words without the mark that they begin by opening thinking with. */
  behindOpening(words: string): string {
    return words.replace(this.#startsOpen, '');
  }

  /** @returns What a turn says, without marks of thinking. */
  spoken(words: string): readonly string[] {
    return words.split(this.#open).flatMap((part) => part.split(this.#close));
  }
}

/** For a model whose template is not known. */
export const THINKING = new Thinking();

/** The marks that a prompt may end in and the white space about them: the rest of a long conversation is not looked at. */
function endOf(prompt: string): string {
  const { length } = prompt.trimEnd();
  return prompt.slice(Math.max(0, length - 200));
}

function anyOf(marks: readonly string[]): string {
  return marks.map((mark) => mark.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
}
