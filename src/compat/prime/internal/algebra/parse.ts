import { decimalFraction, floor, fraction, isExact, multiply, NotDecidable, type Coefficient } from './coefficient.js';
import { doubleFactorial, factorial, logarithm } from './functions.js';
import { raise, raiseToFraction, squareRoot } from './power.js';
import { addSums, constant, MINUS_ONE, multiplySums, numberOf, powerOf, scale, symbol, type Sum } from './sum.js';
import { tokenize, type Operator, type Token, TokenCursor } from './tokens.js';

const DEEPEST = 100;

/**
 * Reads an arithmetic expression: Python's operators and precedence, factors written side by side, `n!`, `sqrt` and `ln`
 * with or without parentheses.
 *
 * @throws NotDecidable for anything else.
 */
export function parseExpression(text: string): Sum {
  return new Parser(tokenize(text)).whole();
}

class Parser extends TokenCursor<Token, Operator> {
  #depth = 0;

  whole(): Sum {
    const value = this.#sum();
    if (this.at < this.tokens.length) throw new NotDecidable('more than one expression');
    return value;
  }

  #sum(): Sum {
    let value = this.#product();
    for (;;) {
      if (this.take('+')) value = addSums(value, this.#product());
      else if (this.take('-')) value = addSums(value, negative(this.#product()));
      else return value;
    }
  }

  #product(): Sum {
    let value = this.#signed();
    for (;;) {
      if (this.take('*')) value = multiplySums(value, this.#signed());
      else if (this.take('/')) value = multiplySums(value, raiseToFraction(this.#signed(), fraction(-1n)));
      else if (this.take('//')) value = floorQuotient(value, this.#signed());
      else if (this.take('%')) value = remainder(value, this.#signed());
      else if (this.#atFactor()) value = multiplySums(value, this.#power());
      else return value;
    }
  }

  #signed(): Sum {
    if (++this.#depth > DEEPEST) throw new NotDecidable('nested too deeply');
    try {
      if (this.take('+')) return this.#signed();
      if (this.take('-')) return negative(this.#signed());
      return this.#power();
    } finally {
      this.#depth--;
    }
  }

  #power(): Sum {
    const base = this.#factor();
    return this.take('**') ? raise(base, this.#signed()) : base;
  }

  /** One factor and the factorials after it. */
  #factor(): Sum {
    const value = this.#primary();
    const marks = this.#takeAll('!');
    if (marks > 2) throw new NotDecidable('more than two factorials');
    return marks === 0 ? value : marks === 1 ? factorial(value) : doubleFactorial(value);
  }

  #primary(): Sum {
    const token = this.tokens[this.at++];
    switch (token?.kind) {
      case 'number':
        return literal(token);
      case 'symbol':
        return powerOf(symbol(token.name));
      case 'function':
        return (token.name === 'sqrt' ? squareRoot : logarithm)(this.#argument());
      case 'operator':
        if (token.text === '(') return this.#parenthesized();
        break;
      case undefined:
    }
    throw new NotDecidable('an operand is missing');
  }

  #parenthesized(): Sum {
    const value = this.#sum();
    if (!this.take(')')) throw new NotDecidable('a parenthesis is not closed');
    return value;
  }

  /** The argument of a function: in parentheses, or everything up to the first `+`, `-` or `/`. */
  #argument(): Sum {
    if (this.take('(')) return this.#parenthesized();
    const operand = (): Sum => {
      if (this.peek() === '(') throw new NotDecidable('an argument without parentheses of its own');
      const base = this.#factor();
      if (!this.take('**')) return base;
      if (this.peek() === '(') throw new NotDecidable('an argument without parentheses of its own');
      return raise(base, this.#signed());
    };
    if (!this.#atFactor()) throw new NotDecidable('a function without its argument');
    let value = operand();
    while (this.take('*') || this.#atFactor()) value = multiplySums(value, operand());
    return value;
  }

  #atFactor(): boolean {
    const token = this.tokens[this.at];
    return token !== undefined && !token.startsLine && (token.kind !== 'operator' || token.text === '(');
  }

  #takeAll(text: Operator): number {
    let count = 0;
    while (this.take(text)) count++;
    return count;
  }
}

function negative(value: Sum): Sum {
  return scale(value, fraction(-1n));
}

/** Fifteen digits and fewer make a double, as in SymPy; longer decimals keep all their digits. */
function literal({ text, imaginary }: Extract<Token, { kind: 'number' }>): Sum {
  const value = constant(numberValue(text));
  return imaginary ? multiplySums(value, powerOf(MINUS_ONE, fraction(1n, 2n))) : value;
}

function numberValue(text: string): Coefficient {
  if (/^0[xob]/i.test(text)) return fraction(BigInt(text));
  if (!/[.e]/i.test(text)) return fraction(BigInt(text));
  const digits = text.toLowerCase().split('e')[0]!.replace('.', '').replace(/^0+/, '');
  if (digits.length > 15) return decimalFraction(text);
  const float = Number(text);
  return Number.isFinite(float) ? { float } : decimalFraction(text);
}

function floorQuotient(a: Sum, b: Sum): Sum {
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left === undefined || right === undefined || !isExact(left) || !isExact(right)) {
    throw new NotDecidable('a quotient of what is not exact numbers');
  }
  return constant(fraction(floor(multiply(left, fraction(right.d, right.n)))));
}

function remainder(a: Sum, b: Sum): Sum {
  return addSums(a, negative(multiplySums(floorQuotient(a, b), b)));
}
