import { numberNode, type Node, type NodeOf } from './ast.js';
import { type Cursor, parseList, parsePrimary, parseSum } from './cursor.js';
import { factorialPower } from './factorial-powers.js';
import { makeUnit } from './units/units.js';

/** 6'': seconds, or inches. */
export const SECONDS = "''";

/** What may follow an operand: powers, factorials, percent, degrees, primes. */
export function parsePostfix(c: Cursor, operand: Node): Node {
  let node = operand;
  for (let k = 0; k < 40; k++) {
    const token = c.peek();
    if (token.kind !== 'sign') break;
    if (token.text === '^') node = parsePower(c, node);
    else if (token.text === '!' && !isEndPunctuation(c)) node = parseFactorial(c, node);
    else if (token.text === '%') {
      if (node.kind === 'percent') c.fail('unexpected percent sign');
      c.position++;
      node = { kind: 'percent', operand: node };
    } else if (token.text === '‰') {
      c.position++;
      node = { kind: 'percent', operand: node, per: 1000 };
    } else if (token.text === '°') {
      c.position++;
      node = parseDegrees(c, node);
    } else if (token.text === "'" && node.kind === 'symbol') {
      c.position++;
      node = { kind: 'symbol', name: `${node.name}'` };
    } else if (node.kind === 'number' && c.at("'") && c.peek(1).kind === 'number') {
      const feet = feetAndInches(c, node);
      if (feet === undefined) break;
      node = feet;
    } else if (node.kind === 'number' && c.at("'") && c.at("'", 1) && c.peek(2).kind === 'end') {
      c.position += 2;
      node = { kind: 'quantity', value: node, unit: { key: SECONDS } };
    } else break;
  }
  return node;
}

/** 5'6'' */
function feetAndInches(c: Cursor, feet: NodeOf<'number'>): Node | undefined {
  const inches = c.peek(1);
  if (!/^\d{1,2}$/.test(inches.text) || !c.at("'", 2) || !c.at("'", 3)) return undefined;
  c.position += 4;
  const twelfths: Node = { kind: 'quotient', over: numberNode(BigInt(inches.text)), under: numberNode(12n) };
  return {
    kind: 'quantity',
    value: { kind: 'sum', terms: [feet, twelfths] },
    unit: makeUnit([{ name: 'ft', exponent: 1 }]),
  };
}

/** "The answer is 5!": an exclamation mark after prose is not read here; `!=` was read as a relation before. */
function isEndPunctuation(c: Cursor): boolean {
  return c.at('!', 1) && c.at('!', 2);
}

function parseFactorial(c: Cursor, operand: Node): Node {
  c.position++;
  const double = c.at('!') && !c.peek().space;
  if (double) c.position++;
  return { kind: 'apply', name: double ? 'doubleFactorial' : 'factorial', args: [operand] };
}

function parsePower(c: Cursor, base: Node): Node {
  c.position++;
  if (isDegreeSign(c)) return parseDegrees(c, base);
  if (base.kind === 'number' && c.at('{') && /^(?:st|nd|rd|th)$/.test(c.peek(1).text) && c.at('}', 2)) {
    c.position += 3;
    return { kind: 'quantity', value: base, unit: { key: '' } };
  }
  const factorial = factorialPower(c, base);
  if (factorial !== undefined) return factorial;
  const transpose = transposeMark(c);
  if (transpose === 'star' && base.kind === 'number') c.fail('unexpected star');
  if (transpose !== undefined) return { kind: 'apply', name: transpose, args: [base] };
  const exponent = parseExponent(c);
  // \sin^{-1} is handled with the function; (f^{-1}) and A^{-1} are powers.
  return { kind: 'power', base, exponent };
}

/** `^\circ`, `^{\circ}`, `^o`. */
function isDegreeSign(c: Cursor): boolean {
  if (c.accept('°')) return true;
  if (c.at('{') && c.at('°', 1) && c.at('}', 2)) {
    c.position += 3;
    return true;
  }
  const braces = c.at('{') && c.at('}', 2) ? 1 : 0;
  if (c.peek(braces).kind === 'letter' && c.peek(braces).text === 'o' && c.peek(-2).kind === 'number') {
    c.position += 1 + 2 * braces;
    return true;
  }
  return false;
}

function transposeMark(c: Cursor): string | undefined {
  const braced = c.at('{');
  const token = c.peek(braced ? 1 : 0);
  if (braced && !c.at('}', 2)) return undefined;
  const isTop = token.text === 'T' || token.text === '\\top' || token.text === '\\intercal' || token.text === 't';
  const before = c.peek(-2);
  const afterMatrix = before.text === ')' || before.text === ']' || before.text.startsWith('end:');
  const isConjugate = token.kind === 'sign' && token.text === '*';
  if (isTop && token.kind === 'letter' && (token.text.startsWith('\\') || (token.text === 'T' && afterMatrix))) {
    c.position += braced ? 3 : 1;
    return 'transpose';
  }
  if (isConjugate) {
    c.position += braced ? 3 : 1;
    return 'star';
  }
  return undefined;
}

function parseDegrees(c: Cursor, operand: Node): Node {
  const scale = c.peek();
  const name = scale.text;
  if (
    (scale.kind === 'letter' && (name === 'C' || name === 'F')) ||
    (scale.kind === 'word' && /^(?:celsius|fahrenheit)$/i.test(name))
  ) {
    c.position++;
    return {
      kind: 'quantity',
      value: operand,
      unit: { key: name[0]!.toUpperCase() === 'C' ? 'celsius' : 'fahrenheit' },
    };
  }
  return { kind: 'degrees', operand: withMinutes(c, operand) };
}

/** 30° 15' 20": minutes and seconds of arc as a fraction of a degree. */
function withMinutes(c: Cursor, operand: Node): Node {
  if (c.peek().kind !== 'number' || !c.at("'", 1)) return operand;
  const terms: Node[] = [operand];
  const part = (under: bigint): void => {
    const over = numberNode(c.next().text.split('.')[0]!);
    terms.push({ kind: 'quotient', over, under: numberNode(under) });
  };
  part(60n);
  c.position++;
  if (c.peek().kind === 'number' && c.at("'", 1) && c.at("'", 2)) {
    part(3600n);
    c.position += 2;
  }
  return { kind: 'sum', terms };
}

/** The exponent after `^`: a group, a bracket, a signed number or one operand; `2^3^2` is read from the right. */
export function parseExponent(c: Cursor): Node {
  return c.nested(() => {
    if (c.at('{')) {
      c.position++;
      if (c.accept('}')) return numberNode(1);
      const exponent = parseList(c);
      c.expect('}');
      return c.at('^') ? parsePower(c, exponent) : exponent;
    }
    if (c.accept('-')) return { kind: 'negative', operand: parseExponent(c) };
    c.accept('+');
    // 2^x3^x is 2^x times 3^x.
    const following = c.peek(1);
    if (c.peek().kind === 'letter' && following.kind === 'number')
      c.tokens[c.position + 1] = { ...following, space: true };
    const operand = c.at('(') ? parseParenthesised(c) : c.peek().kind === 'number' ? bareNumber(c) : parsePrimary(c);
    return c.at('^') ? parsePower(c, operand) : operand;
  });
}

/** The 2 of x^2\frac13: what follows multiplies the power. */
function bareNumber(c: Cursor): Node {
  const { text } = c.peek();
  if (!/^\d+$/.test(text)) return parsePrimary(c);
  c.position++;
  return numberNode(text);
}

function parseParenthesised(c: Cursor): Node {
  c.expect('(');
  const inner = c.nested(() => parseSum(c));
  c.expect(')');
  return inner;
}
