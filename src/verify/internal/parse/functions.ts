import { numberNode, type Node } from './ast.js';
import { type Cursor, parseFactor, parseList } from './cursor.js';
import { startsFactor } from './lookahead.js';
import { parseExponent } from './postfix.js';

const INVERSES = new Map([
  ['sin', 'arcsin'],
  ['cos', 'arccos'],
  ['tan', 'arctan'],
  ['cot', 'arccot'],
  ['sec', 'arcsec'],
  ['csc', 'arccsc'],
  ['sinh', 'arsinh'],
  ['cosh', 'arcosh'],
  ['tanh', 'artanh'],
]);

/** Functions of several arguments, or of a list. */
const VARIADIC = new Set(['gcd', 'lcm', 'max', 'min', 'log', 'atan2']);

const KNOWN = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan arccot arcsec arccsc sinh cosh tanh coth sech csch arsinh arcosh artanh log ln lg exp gcd lcm max min det Re Im arg sgn abs floor ceil cbrt cis tr'.split(
    ' ',
  ),
);

/** `\sin x`, `\log_2(8)`, `\sin^2 x`, `\gcd(4, 6)`: a function with its base, its power and its argument. */
export function parseFunction(c: Cursor): Node {
  const written = c.next().text;
  let name = written;
  let base: Node | undefined;
  let power: Node | undefined;
  for (let k = 0; k < 2; k++) {
    if (c.at('_') && base === undefined) base = parseBase(c);
    else if (c.at('^') && power === undefined) {
      c.position++;
      power = parseExponent(c);
    }
  }
  if (power !== undefined && isMinusOne(power) && INVERSES.has(name)) {
    name = INVERSES.get(name)!;
    power = undefined;
  }
  const args = parseArguments(c, name);
  const call = build(c, name, args, base);
  return power === undefined ? call : { kind: 'power', base: call, exponent: power };
}

function build(c: Cursor, name: string, args: readonly Node[], base: Node | undefined): Node {
  if (name === 'log' || name === 'lg') {
    if (base !== undefined) return { kind: 'apply', name: 'log', args: [args[0]!, base] };
    if (name === 'log' && args.length === 2) return { kind: 'apply', name: 'log', args };
    return { kind: 'apply', name, args: [args[0]!] };
  }
  if (base !== undefined) return c.unsupported(`${name} with a subscript`);
  if (name === 'cbrt') return { kind: 'root', radicand: args[0]!, index: numberNode(3) };
  if (!KNOWN.has(name)) return { kind: 'apply', name, args, free: true };
  return { kind: 'apply', name, args };
}

/** The base below `\log`: `\log_28` is log₂ 8, `\log_{10} 100` and `\log_10 100` have base ten. */
function parseBase(c: Cursor): Node {
  c.position++;
  const token = c.peek();
  const next = c.peek(1);
  const isRun = token.kind === 'number' && /^\d{2,}$/.test(token.text);
  const followed =
    next.kind !== 'end' && next.kind !== 'relation' && !(next.kind === 'sign' && /^[-+*/,;).}\]=]$/.test(next.text));
  if (isRun && !followed) {
    c.replace({ ...token, text: token.text.slice(1) });
    return numberNode(token.text[0]!);
  }
  return parseExponent(c);
}

function isMinusOne(node: Node): boolean {
  return (
    node.kind === 'negative' &&
    node.operand.kind === 'number' &&
    node.operand.value.n === 1n &&
    node.operand.value.d === 1n
  );
}

/** The arguments: a bracketed list, or the factors up to the next sign or function name. */
function parseArguments(c: Cursor, name: string): readonly Node[] {
  const open = c.at('(') ? ')' : c.at('[') ? ']' : c.at('\\{') ? '\\}' : undefined;
  if (open !== undefined) {
    const start = c.position;
    c.position++;
    const inner = c.nested(() => parseList(c));
    c.expect(open);
    const items = inner.kind === 'list' ? inner.items : [inner];
    if (items.length > 1 && !VARIADIC.has(name) && KNOWN.has(name)) c.fail('too many arguments');
    // \sin (2x) y is sin(2x)·y; \sin (x)/2 is sin(x)/2.
    if (c.position > start) return items;
  }
  if (c.at('{')) {
    const inner = parseFactor(c);
    return inner.kind === 'list' ? inner.items : [inner];
  }
  return [parseBareArgument(c)];
}

function parseBareArgument(c: Cursor): Node {
  const negative = c.accept('-');
  const factors: Node[] = [];
  do {
    factors.push(parseFactor(c));
    if (c.at('/') && !c.peek().space && !c.peek(1).space && factors.length >= 1) {
      // \sin x/2 and \sin \pi/3: a fraction written closely belongs to the argument.
      c.position++;
      const over = factors.length === 1 ? factors[0]! : ({ kind: 'product', factors: [...factors] } as const);
      factors.length = 0;
      factors.push({ kind: 'quotient', over, under: parseFactor(c) });
    }
  } while (startsFactor(c) && c.peek().kind !== 'function' && !c.at('(') && !c.at('[') && !c.at('|'));
  const argument: Node = factors.length === 1 ? factors[0]! : { kind: 'product', factors };
  return negative ? { kind: 'negative', operand: argument } : argument;
}
