/** A text up to a mark that was found in it, and what follows. */
interface Found {
  /** Text that contains no mark and no beginning of one. */
  readonly before: string;
  /** Undefined where no mark was found. */
  readonly mark: string | undefined;
  readonly after: string;
}

/** Finds marks in a text that comes in pieces. Its time is linear in the text: no part is searched twice. */
export class MarkSearch {
  readonly #pattern: RegExp | undefined;
  readonly #firsts: ReadonlySet<string> | undefined;
  readonly #longest: number = 0;
  /** The end of the text, where it may be the beginning of a mark. */
  #held = '';

  /** @param marks - Where two begin at the same place, the first of the list is found. */
  constructor(private readonly marks: readonly string[]) {
    if (marks.length === 0) return;
    const escaped = marks.map((mark) => mark.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    this.#pattern = new RegExp(escaped.join('|'), 'g');
    this.#firsts = new Set(marks.map((mark) => mark[0]!));
    this.#longest = Math.max(0, ...marks.map(({ length }) => length));
  }

  /** Adds text, up to the first mark in it. What comes `after` the mark is not searched yet. */
  add(text: string): Found {
    const all = this.#held + text;
    this.#held = '';
    if (this.#pattern === undefined) return { before: all, mark: undefined, after: '' };
    this.#pattern.lastIndex = 0;
    const found = this.#pattern.exec(all);
    if (found !== null) {
      const end = found.index + found[0].length;
      return { before: all.slice(0, found.index), mark: found[0], after: all.slice(end) };
    }
    const from = this.#partialMark(all);
    this.#held = all.slice(from);
    return { before: all.slice(0, from), mark: undefined, after: '' };
  }

  /** @returns The rest of the text, which contains no mark. */
  end(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }

  /** @returns Where a mark may begin that the text ends in; else its length. */
  #partialMark(text: string): number {
    for (let at = Math.max(0, text.length - this.#longest + 1); at < text.length; at++) {
      if (!this.#firsts!.has(text[at]!)) continue;
      const tail = text.slice(at);
      if (this.marks.some((mark) => mark.startsWith(tail))) return at;
    }
    return text.length;
  }
}
