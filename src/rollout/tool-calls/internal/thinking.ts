import { TAGS } from '../../../base/index.js';

/** The marks that open and close a model's thinking. */
export type ThinkingMarks = readonly [open: string, close: string];

/** The marks in templates and prompts of published models. */
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

/** This mark ends other messages too. */
const SHARED_CLOSE = '<|end|>';

/** Thinking in a text, with its marks. */
interface Thought {
  readonly start: number;
  /** Exclusive; the end of the text if the thinking is not closed. */
  readonly end: number;
}

/** The thinking marks of a model: the marks of all published models, and the marks in the model's own template. */
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

  /** The marks, each pair once. */
  get marks(): readonly ThinkingMarks[] {
    return [...this.#closeOf];
  }

  /** @returns The mark that closes the thinking that this one opens; undefined for any other text. */
  closeOf(open: string): string | undefined {
    return this.#closeOf.get(open);
  }

  /** @returns The first thinking that starts at or after `from`. */
  next(text: string, from: number): Thought | undefined {
    this.#open.lastIndex = from;
    const found = this.#open.exec(text);
    if (found === null) return undefined;
    const close = this.#closeOf.get(found[0])!;
    const at = text.indexOf(close, this.#open.lastIndex);
    return { start: found.index, end: at < 0 ? text.length : at + close.length };
  }

  /** @returns The index after the first closing mark; −1 if there is no closing mark. */
  firstEnd(text: string): number {
    this.#close.lastIndex = 0;
    return this.#close.test(text) ? this.#close.lastIndex : -1;
  }

  /** @returns The closing mark for a prompt that ends in an opening mark, so that the turn starts in thinking; undefined for other prompts. */
  openedBy(prompt: string): string | undefined {
    const open = this.#endsOpen.exec(endOf(prompt))?.[1];
    return open === undefined ? undefined : this.#closeOf.get(open);
  }

  /** @returns Whether a prompt ends in a closing mark, so that the turn has no thinking. */
  isClosedBy(prompt: string): boolean {
    return this.#endsClosed.test(endOf(prompt));
  }

  /** @returns A prompt without the closed (or opened) thinking at its end: templates do not write that before past turns. */
  promptsWithout(prompt: string): { readonly closed: string; readonly opened: string } {
    const end = endOf(prompt);
    const start = prompt.slice(0, prompt.length - end.length);
    return { closed: start + end.replace(this.#endsClosed, ''), opened: start + end.replace(this.#endsOpen, '') };
  }

  /** @returns A turn's words without an opening mark at their start. */
  behindOpening(words: string): string {
    return words.replace(this.#startsOpen, '');
  }

  /** @returns The words of a turn, split at thinking marks. */
  spoken(words: string): readonly string[] {
    return words.split(this.#open).flatMap((part) => part.split(this.#close));
  }
}

/** The thinking marks of a model whose template is unknown. */
export const THINKING = new Thinking();

/** @returns The end of a prompt, long enough for marks and white space, so that no long conversation is searched. */
function endOf(prompt: string): string {
  const { length } = prompt.trimEnd();
  return prompt.slice(Math.max(0, length - 200));
}

function anyOf(marks: readonly string[]): string {
  return marks.map((mark) => mark.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
}
