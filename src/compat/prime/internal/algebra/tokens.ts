import { NotDecidable } from './coefficient.js';

/** One piece of an expression in Python's spelling, names already split into letters. */
export type Token = Piece & {
  /** It starts a line; what ends the line before is then no factor next to it. */
  readonly startsLine: boolean;
};

type Piece =
  /** A literal as it was written; `imaginary` for a trailing `j`. */
  | { readonly kind: 'number'; readonly text: string; readonly imaginary: boolean }
  | { readonly kind: 'symbol'; readonly name: string }
  | { readonly kind: 'function'; readonly name: 'sqrt' | 'ln' }
  | { readonly kind: 'operator'; readonly text: Operator };

export type Operator = '(' | ')' | '+' | '-' | '*' | '/' | '//' | '%' | '**' | '!';

const DIGITS = '[0-9](?:_?[0-9])*';
const FLOAT = `(?:${DIGITS}\\.(?:${DIGITS})?|\\.${DIGITS})(?:[eE][-+]?${DIGITS})?|${DIGITS}[eE][-+]?${DIGITS}`;
const INTEGER = '0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0(?:_?0)*|[1-9](?:_?[0-9])*';
const PIECE = new RegExp(
  `([ \\f\\t\\n\\r]+)|((?:${FLOAT}|${DIGITS}(?=[jJ])|${INTEGER})([jJ])?)|([\\p{L}_][\\p{L}\\p{N}_]*)|(\\*\\*|//|[-+*/%()!])`,
  'uy',
);

/** Names of SymPy's that mean something else than a product of their letters, and that are not evaluated here. */
const RESERVED = new Set(
  'all as csc eye ff fft fu gff hn1 hn2 id if im in is jn li nan ntt oo or re rf yn zoo'.split(' '),
);
const UNSPLIT = new Set(['pi', 'mu', 'nu', 'xi']);

/**
 * Cuts an expression into tokens as SymPy's relaxed parser does: `xy` is `x·y`, `x2` is `x·2`, `x_1` one symbol, and a
 * name before a parenthesis is a factor, not a function.
 *
 * @throws NotDecidable for anything but an arithmetic expression.
 */
export function tokenize(expression: string): readonly Token[] {
  const source = expression.replaceAll('^', '**');
  const tokens: Token[] = [];
  let at = 0;
  let startsLine = false;
  while (at < source.length) {
    PIECE.lastIndex = at;
    const match = PIECE.exec(source);
    if (match === null) throw new NotDecidable(`unexpected ${JSON.stringify(source.slice(at, at + 1))}`);
    at = PIECE.lastIndex;
    const [, space, number, imaginary, name, operator] = match;
    if (space !== undefined && source[at] === '!') throw new NotDecidable('space before a factorial');
    if (space !== undefined) {
      startsLine ||= /[\n\r]/.test(space);
      continue;
    }
    const pieces =
      operator !== undefined ? [operation(operator)] : name !== undefined ? named(name) : [literal(number!, imaginary)];
    tokens.push(...pieces.map((piece, i) => ({ ...piece, startsLine: startsLine && i === 0 })));
    startsLine = false;
  }
  return tokens;
}

function operation(text: string): Piece {
  return { kind: 'operator', text: text as Operator };
}

function literal(number: string, imaginary: string | undefined): Piece {
  const text = imaginary === undefined ? number : number.slice(0, -1);
  return { kind: 'number', text: text.replaceAll('_', ''), imaginary: imaginary !== undefined };
}

function named(name: string): readonly Piece[] {
  if (name === 'sqrt' || name === 'ln') return [{ kind: 'function', name }];
  if (RESERVED.has(name)) throw new NotDecidable(`${name} has a meaning of its own`);
  if (name.includes('_') || UNSPLIT.has(name)) return [{ kind: 'symbol', name }];
  return Array.from(name.matchAll(/[0-9]+|./gu), ([piece]): Piece => {
    if (/^[0-9]/.test(piece)) return { kind: 'number', text: piece, imaginary: false };
    if (/\p{N}/u.test(piece)) throw new NotDecidable(`unexpected ${piece}`);
    return { kind: 'symbol', name: piece };
  });
}

/** A place in a list of tokens, for a parser that reads one after the other. */
export class TokenCursor<T extends { readonly kind: string; readonly text?: string }, Operator extends string> {
  protected at = 0;

  constructor(protected readonly tokens: readonly T[]) {}

  /** @returns The operator that stands here. */
  protected peek(): Operator | undefined {
    const token = this.tokens[this.at];
    return token?.kind === 'operator' ? (token.text as Operator) : undefined;
  }

  /** Goes past an operator, where it stands here. */
  protected take(operator: Operator): boolean {
    const found = this.peek() === operator;
    if (found) this.at++;
    return found;
  }
}
