import { TokenCursor } from './algebra/tokens.js';

/** A value that a text of numbers, operators, tuples and lists stands for, with the two kinds of number kept apart. */
export type LiteralValue =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'tuple' | 'list'; readonly items: readonly LiteralValue[] };

/** The text is not such a literal, or its value cannot be had (a division by zero, a float too large). */
class NotALiteral extends Error {}

const TOKEN =
  /[ \t\f]+|((?:\d(?:_?\d)*\.(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:e[-+]?\d(?:_?\d)*)?|\d(?:_?\d)*e[-+]?\d(?:_?\d)*)|(0(?:_?0)*(?![\d_])|[1-9](?:_?\d)*)|(\*\*|\/\/|[-+*/%(),[\]]|(?:and|or)(?![\w]))/iy;
const DEEPEST = 60;
const LONGEST = 4000;
const LARGEST_BITS = 4096n;

/**
 * Computes a text of numbers and arithmetic, `and` and `or` included, as the reference's language would, and nothing
 * else: no name, no call, no comparison. The reference passes such text to its interpreter.
 *
 * @returns undefined when the text is anything else.
 */
export function evaluateLiteral(text: string): LiteralValue | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    return new Parser(tokenize(text.trim())).whole();
  } catch (error) {
    if (error instanceof NotALiteral) return undefined;
    throw error;
  }
}

type Token = { readonly kind: 'float' | 'integer' | 'operator'; readonly text: string };
type Numeric = Exclude<LiteralValue, { kind: 'tuple' | 'list' }>;

function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) throw new NotALiteral();
    const [, float, integer, operator] = match;
    if (float !== undefined) tokens.push({ kind: 'float', text: float });
    if (integer !== undefined) tokens.push({ kind: 'integer', text: integer });
    if (operator !== undefined) tokens.push({ kind: 'operator', text: operator });
  }
  return tokens;
}

class Parser extends TokenCursor<Token, string> {
  #depth = 0;

  whole(): LiteralValue {
    const value = this.#items(undefined);
    if (this.at < this.tokens.length) throw new NotALiteral();
    return value;
  }

  /** One value, or a tuple where commas are. */
  #items(close: string | undefined): LiteralValue {
    if (close !== undefined && this.take(close)) return { kind: close === ']' ? 'list' : 'tuple', items: [] };
    const items = [this.#either()];
    let commas = false;
    const ended = (): boolean => (close === undefined ? this.at >= this.tokens.length : this.peek() === close);
    while (this.take(',')) {
      commas = true;
      if (!ended()) items.push(this.#either());
    }
    if (close !== undefined && !this.take(close)) throw new NotALiteral();
    if (close === ']') return { kind: 'list', items };
    return commas ? { kind: 'tuple', items } : items[0]!;
  }

  /** `a or b` is a unless a is zero or empty, `a and b` is b unless a is. */
  #either(): LiteralValue {
    let value = this.#both();
    while (this.take('or')) {
      const other = this.#both();
      value = isTruthy(value) ? value : other;
    }
    return value;
  }

  #both(): LiteralValue {
    let value = this.#sum();
    while (this.take('and')) {
      const other = this.#sum();
      value = isTruthy(value) ? other : value;
    }
    return value;
  }

  #sum(): LiteralValue {
    let value = this.#product();
    for (;;) {
      const operator = this.#takeAny('+', '-');
      if (operator === undefined) return value;
      value = binary(operator, value, this.#product());
    }
  }

  #product(): LiteralValue {
    let value = this.#signed();
    for (;;) {
      const operator = this.#takeAny('*', '/', '//', '%');
      if (operator === undefined) return value;
      value = binary(operator, value, this.#signed());
    }
  }

  #signed(): LiteralValue {
    if (++this.#depth > DEEPEST) throw new NotALiteral();
    try {
      const sign = this.#takeAny('+', '-');
      if (sign === undefined) return this.#power();
      const value = numeric(this.#signed());
      if (sign === '+') return value;
      return value.kind === 'integer' ? integer(-value.value) : { kind: 'float', value: -value.value };
    } finally {
      this.#depth--;
    }
  }

  #power(): LiteralValue {
    const base = this.#atom();
    return this.take('**') ? binary('**', base, this.#signed()) : base;
  }

  #atom(): LiteralValue {
    const token = this.tokens[this.at++];
    if (token?.kind === 'integer') return integer(BigInt(token.text.replaceAll('_', '')));
    if (token?.kind === 'float') return float(Number(token.text.replaceAll('_', '')));
    if (token?.text === '(') return this.#items(')');
    if (token?.text === '[') return this.#items(']');
    throw new NotALiteral();
  }

  #takeAny(...texts: readonly string[]): string | undefined {
    return texts.find((text) => this.take(text));
  }
}

function binary(operator: string, left: LiteralValue, right: LiteralValue): LiteralValue {
  const [a, b] = [numeric(left), numeric(right)];
  if (a.kind === 'integer' && b.kind === 'integer' && operator !== '/') {
    if (operator !== '**' || b.value >= 0n) return integerResult(operator, a.value, b.value);
  }
  return floatResult(operator, Number(a.value), Number(b.value));
}

function integerResult(operator: string, a: bigint, b: bigint): LiteralValue {
  if (operator === '+') return integer(a + b);
  if (operator === '-') return integer(a - b);
  if (operator === '*') return integer(a * b);
  if (operator === '**') {
    if (BigInt(a.toString(2).length) * b > LARGEST_BITS) throw new NotALiteral();
    return integer(a ** b);
  }
  if (b === 0n) throw new NotALiteral();
  const quotient = a / b - (a < 0n !== b < 0n && a % b !== 0n ? 1n : 0n);
  return integer(operator === '//' ? quotient : a - quotient * b);
}

function floatResult(operator: string, a: number, b: number): LiteralValue {
  if (b === 0 && (operator === '/' || operator === '//' || operator === '%')) throw new NotALiteral();
  if (operator === '+') return { kind: 'float', value: a + b };
  if (operator === '-') return { kind: 'float', value: a - b };
  if (operator === '*') return { kind: 'float', value: a * b };
  if (operator === '/') return { kind: 'float', value: a / b };
  if (operator === '//') return { kind: 'float', value: Math.floor(a / b) };
  if (operator === '%') return { kind: 'float', value: a - Math.floor(a / b) * b };
  return float(a ** b);
}

function isTruthy(value: LiteralValue): boolean {
  return 'items' in value ? value.items.length > 0 : Number(value.value) !== 0;
}

function numeric(value: LiteralValue): Numeric {
  if (value.kind !== 'integer' && value.kind !== 'float') throw new NotALiteral();
  return value;
}

function integer(value: bigint): Numeric {
  if (BigInt(value.toString(16).length) * 4n > LARGEST_BITS) throw new NotALiteral();
  return { kind: 'integer', value };
}

/** A power that overflows, or a root of a negative number, is no float. */
function float(value: number): Numeric {
  if (!Number.isFinite(value)) throw new NotALiteral();
  return { kind: 'float', value };
}
