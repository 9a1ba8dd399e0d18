import { LimitReached, LIMITS } from '../budget.js';
import type { Node } from './ast.js';
import type { Token } from './tokens/token-list.js';

/**
 * The text is not an expression of the grammar; it may still be prose. Caught inside this room, many times an answer: no
 * Error, which would collect a stack each time.
 */
export class ParseFailure {
  /** @param unsupported - It is mathematics, but of a kind that is not evaluated (an integral, a limit). */
  constructor(
    readonly message: string,
    readonly unsupported = false,
  ) {}
}

/** The meaning of a vertical bar at an operator position: the start or the end of a factor, or the bar of a set builder. */
type Bar = 'opens' | 'closes' | 'stops';

const END: Token = { kind: 'end', text: '', space: false, thin: false, textual: false };

/** How each of the rules that call each other is read. */
export type Grammar = {
  readonly [rule in 'list' | 'item' | 'sets' | 'sum' | 'product' | 'factor' | 'primary']: (c: Cursor) => Node;
};

/** A place in the token list, with the context that decides what an ambiguous sign means there. */
export class Cursor {
  position = 0;
  bar: Bar = 'opens';
  /** A colon separates set and condition, not the parts of a ratio. */
  colonStops = false;
  /** How often a bracket may still be read a second time, so that nesting cannot multiply the work. */
  rereads = 6;
  #depth = 0;

  /** @param commas - `group`: `1,234` is one number; `separate`: every comma separates. */
  constructor(
    public tokens: Token[],
    public commas: 'group' | 'separate',
    readonly grammar: Grammar,
  ) {}

  peek(ahead = 0): Token {
    return this.tokens[this.position + ahead] ?? END;
  }

  next(): Token {
    return this.tokens[this.position++] ?? END;
  }

  /** Whether the token at `ahead` is this sign. */
  at(sign: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'sign' && token.text === sign;
  }

  accept(sign: string): boolean {
    if (!this.at(sign)) return false;
    this.position++;
    return true;
  }

  expect(sign: string): void {
    if (!this.accept(sign)) this.fail(`expected ${sign}`);
  }

  atStructure(name: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'structure' && token.text === name;
  }

  /** Whether the token is this word, in any case. */
  atWord(word: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'word' && token.text.toLowerCase() === word;
  }

  /** Replaces the current token, to cut the `12` of `\frac12` in two. */
  replace(token: Token): void {
    this.tokens[this.position] = token;
  }

  fail(message: string): never {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a ParseFailure is no Error, on purpose
    throw new ParseFailure(message);
  }

  unsupported(what: string): never {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a ParseFailure is no Error, on purpose
    throw new ParseFailure(`${what} is not evaluated`, true);
  }

  /** Runs a nested rule one level deeper. @throws LimitReached for nesting deeper than an answer has. */
  nested<T>(rule: () => T, context: { readonly bar?: Bar; readonly colonStops?: boolean } = {}): T {
    if (++this.#depth > LIMITS.depth) throw new LimitReached('nested too deeply');
    const { bar, colonStops } = this;
    this.bar = context.bar ?? 'opens';
    this.colonStops = context.colonStops ?? false;
    try {
      return rule();
    } finally {
      this.#depth--;
      this.bar = bar;
      this.colonStops = colonStops;
    }
  }
}

/*
 * The rules of the grammar call each other: an expression holds groups, and a group holds an expression. Each rule has its
 * own file, and `parse.ts` passes them all to the cursor, so that the files need not import each other.
 */

/** A list: one item, or several joined by commas, semicolons, `and`, `or`, `\quad` or row ends. */
export const parseList = (c: Cursor): Node => c.grammar.list(c);

/** One item of a list: a relation chain with the modulus or condition that belongs to it. */
export const parseItem = (c: Cursor): Node => c.grammar.item(c);

/** Terms with + − ± ∓ between them. */
export const parseSum = (c: Cursor): Node => c.grammar.sum(c);

/** Unions, intersections and differences of sums. */
export const parseSets = (c: Cursor): Node => c.grammar.sets(c);

/** Factors with `*`, `/` or nothing between them, and a unit at the end. */
export const parseProduct = (c: Cursor): Node => c.grammar.product(c);

/** An operand with its powers, factorials and marks. */
export const parseFactor = (c: Cursor): Node => c.grammar.factor(c);

/** One operand: a number, a symbol, a function, a bracketed expression, a LaTeX structure. */
export const parsePrimary = (c: Cursor): Node => c.grammar.primary(c);
