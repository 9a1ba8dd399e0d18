import { numberNode, type Node } from './ast.js';
import { type Cursor, parseFactor, parseList, parsePrimary, parseProduct, parseSum } from './cursor.js';
import { parseEnvironment } from './environments.js';
import { parseParenthesis } from './groups.js';
import { derivative } from './derivatives.js';
import { symbolFromGroup } from './letters.js';

/** The readers of commands, called with the cursor behind the name. */
const READERS: readonly (readonly [names: string, read: (c: Cursor, name: string) => Node])[] = [
  ['frac dfrac tfrac cfrac sfrac nicefrac', parseFraction],
  ['binom dbinom tbinom', parseBinomial],
  ['sqrt surd', parseRoot],
  ['sum', (c) => parseSeries(c, 'sum')],
  ['prod', (c) => parseSeries(c, 'product')],
  ['overline bar', parseOverline],
  ['mathbb R Z N Q C', parseNumberSet],
  [
    'boxed fbox framebox ensuremath underline mathbin mathrel mathord mathnormal underbrace overbrace',
    (c) => parseArgument(c, 'whole'),
  ],
  [
    'vec hat widehat tilde widetilde overrightarrow overleftrightarrow boldsymbol bm mathbf mathit mathcal mathfrak mathscr dot ddot mathring overarc',
    parseAccent,
  ],
  ['mod', (c) => c.fail('expected an operand')],
];
const READER_OF = new Map(READERS.flatMap(([names, read]) => names.split(' ').map((name) => [name, read] as const)));

/** A LaTeX command that takes groups: fractions, roots, sums, accents, environments. */
export function parseStructure(c: Cursor): Node {
  const name = c.peek().text;
  if (name.startsWith('begin:')) return parseEnvironment(c);
  c.position++;
  const read = READER_OF.get(name);
  return read === undefined ? c.unsupported(`\\${name}`) : read(c, name);
}

function parseFraction(c: Cursor): Node {
  const over = parseArgument(c, 'digit');
  const under = parseArgument(c, 'whole');
  return derivative(over, under) ?? { kind: 'quotient', over, under };
}

function parseBinomial(c: Cursor): Node {
  if (c.at('(')) return binomial(parseParenthesis(c), c);
  const n = parseArgument(c, 'digit');
  return { kind: 'apply', name: 'binomial', args: [n, parseArgument(c, 'whole')] };
}

function binomial(pair: Node, c: Cursor): Node {
  if (pair.kind !== 'tuple' || pair.items.length !== 2) return c.fail('expected two numbers');
  return { kind: 'apply', name: 'binomial', args: pair.items };
}

/**
 * The argument of a command: a group, or without braces one operand.
 *
 * @param run - How much of an unbraced run of digits is taken: `\frac12` takes one digit first, then the rest.
 */
export function parseArgument(c: Cursor, run: 'digit' | 'whole'): Node {
  const token = c.peek();
  if (c.at('{')) {
    c.position++;
    const inner = c.nested(() => parseList(c));
    c.expect('}');
    return inner;
  }
  if (token.kind === 'number' && run === 'digit' && token.text.length > 1 && /^\d/.test(token.text)) {
    c.replace({ ...token, text: token.text.slice(1) });
    return numberNode(token.text[0]!);
  }
  if (token.kind === 'number') {
    c.position++;
    if (!/^\d+$/.test(token.text)) return c.fail('expected a whole number');
    return numberNode(token.text);
  }
  if (token.kind === 'word' && token.textual) return c.fail('expected a group');
  if (token.kind === 'letter' && c.peek(1).kind === 'number') return letterAlone(c);
  return parsePrimary(c);
}

/** The y of `\frac y3`: what comes after it is the next argument, not its index. */
function letterAlone(c: Cursor): Node {
  const digits = c.peek(1);
  c.tokens[c.position + 1] = { ...digits, space: true };
  return parsePrimary(c);
}

/** `\sqrt{x}`, `\sqrt[3]{x}`, `\sqrt3`, `√(x+1)`, `sqrt(x)`. */
function parseRoot(c: Cursor): Node {
  let index: Node = numberNode(2);
  if (c.at('[')) {
    c.position++;
    index = c.nested(() => parseSum(c));
    c.expect(']');
  }
  if (c.at('^') && !c.at('{', 1) && c.peek(1).kind === 'number') return c.fail('expected a radicand');
  const token = c.peek();
  if (token.kind === 'number') {
    c.position++;
    return { kind: 'root', radicand: unbracedNumber(c, token.text), index };
  }
  if (c.at('{')) return { kind: 'root', radicand: parseArgument(c, 'whole'), index };
  const radicand = c.at('(') ? parseParenthesis(c) : parsePrimary(c);
  return { kind: 'root', radicand, index };
}

function unbracedNumber(c: Cursor, text: string): Node {
  const [whole = '0', fraction = ''] = text.split('.');
  if (whole === '' && fraction === '') return c.fail('expected a number');
  const d = 10n ** BigInt(fraction.length);
  const over = numberNode(whole + fraction);
  return d === 1n ? over : { kind: 'quotient', over, under: numberNode(d) };
}

/** `\sum_{k=1}^{n} f(k)`: the body reaches to the next + or −. */
function parseSeries(c: Cursor, operation: 'sum' | 'product'): Node {
  let lower: Node | undefined;
  let upper: Node | undefined;
  for (let k = 0; k < 2; k++) {
    if (c.accept('_')) lower = parseArgument(c, 'whole');
    else if (c.accept('^')) upper = parseArgument(c, 'whole');
  }
  if (lower?.kind !== 'relation' || lower.operators.length !== 1 || lower.operators[0] !== '=' || upper === undefined) {
    return c.unsupported('this sum');
  }
  const [index, from] = lower.operands;
  const body = parseProduct(c);
  const name =
    index?.kind === 'symbol' ? index.name : index?.kind === 'constant' && index.name === 'i' ? 'i' : undefined;
  if (name === undefined || from === undefined) return c.unsupported('this sum');
  return { kind: 'series', operation, index: name, from, to: upper, body };
}

/** `\overline{z}` is a conjugate, `\overline{AB}` a segment, `\bar x` another name than x. */
function parseOverline(c: Cursor): Node {
  const name = symbolFromGroup(c);
  if (name !== undefined && /^[A-Z]{2,}$/.test(name))
    return { kind: 'product', factors: [...name].map((letter): Node => ({ kind: 'symbol', name: letter })) };
  if (name !== undefined && /^[zw]$/.test(name))
    return { kind: 'apply', name: 'conj', args: [{ kind: 'symbol', name }] };
  if (name !== undefined) return { kind: 'symbol', name: `bar:${name}` };
  const isListed = c.at(';', -2) || c.at(',', -2);
  const inner = c.at('{') ? parseFactor(c) : parsePrimary(c);
  // [1; \overline{2}]: what repeats in a continued fraction.
  if (isListed && inner.kind === 'number') return { kind: 'symbol', name: `bar:${inner.value.n}/${inner.value.d}` };
  return { kind: 'apply', name: 'conj', args: [inner] };
}

/** Accents and fonts over one letter name that letter; a hat or bold over i, j, k is a unit vector. */
function parseAccent(c: Cursor, name: string): Node {
  const letters = symbolFromGroup(c);
  // Bold type for the sets of numbers, as older books have it.
  if (name === 'mathbf' && letters !== undefined && /^[RZQ]$/.test(letters))
    return { kind: 'numbers', name: letters as 'R' | 'Z' | 'Q' };
  if (letters === undefined) {
    const argument = parseArgument(c, 'whole');
    const isFont = name.startsWith('math') || name === 'boldsymbol' || name === 'bm';
    // \vec 0 is the zero vector.
    return argument.kind === 'number' && argument.value.n !== 0n && !isFont ? c.fail('unexpected accent') : argument;
  }
  const isUnitVector = /^[ijk]$/.test(letters) && name !== 'mathit' && name !== 'mathcal';
  if (isUnitVector) return { kind: 'symbol', name: `hat:${letters}` };
  // Bold, italics and an arrow do not change a name; other marks do.
  const mark = /^(?:dot|ddot|hat|tilde|mathring|overarc)$/.test(name) ? name : /^wide(hat|tilde)$/.exec(name)?.[1];
  const script = /^math(cal|frak|scr)$/.exec(name)?.[1];
  if (mark !== undefined || script !== undefined) return { kind: 'symbol', name: `${mark ?? script}:${letters}` };
  return { kind: 'symbol', name: letters };
}

function parseNumberSet(c: Cursor, command: string): Node {
  let name = command;
  if (command === 'mathbb') {
    const letters = symbolFromGroup(c) ?? (c.peek().kind === 'letter' ? c.next().text : undefined);
    if (letters === undefined) return c.fail('expected a letter');
    name = letters;
  }
  if (name !== 'R' && name !== 'Z' && name !== 'N' && name !== 'Q' && name !== 'C')
    return { kind: 'symbol', name: `bb:${name}` };
  const sign = signMark(c);
  if (sign === undefined) return { kind: 'numbers', name };
  if (name === 'R') return { kind: 'numbers', name: sign === '+' ? 'R+' : 'R-' };
  if (name === 'Z' && sign === '+') return { kind: 'numbers', name: 'Z+' };
  return name === 'N' ? { kind: 'numbers', name } : c.unsupported('this set');
}

/** The + of `\mathbb{R}^+`, `\mathbb{Z}_{>0}`. */
function signMark(c: Cursor): '+' | '-' | undefined {
  if (!c.at('^') && !c.at('_')) return undefined;
  const braced = c.at('{', 1);
  const ahead = braced ? 2 : 1;
  const text = c.peek(ahead).text;
  const width = text === '>' || text === '<' ? 2 : 1;
  if (braced && !c.at('}', ahead + width)) return undefined;
  if (!/^[-+><]$/.test(text)) return undefined;
  c.position += ahead + width + (braced ? 1 : 0);
  return text === '+' || text === '>' ? '+' : '-';
}
