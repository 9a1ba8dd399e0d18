import { numberNode, type Node } from './ast.js';
import { type Cursor, parseList } from './cursor.js';
import { parseParenthesis } from './groups.js';

/** Letters that name a function when a bracket follows. Others multiply it. */
const FUNCTION_LETTERS = new Set(['f', 'g', 'h', 'F', 'G', 'H', 'phi', 'psi', 'varphi']);

/** A letter: a constant, a symbol with its index, or a function the answer leaves open. */
export function parseLetter(c: Cursor): Node {
  const token = c.next();
  const name = token.text;
  switch (name) {
    case 'pi':
      return { kind: 'constant', name: 'pi' };
    case 'infty':
      return { kind: 'constant', name: 'infinity' };
    case 'emptyset':
      return { kind: 'numbers', name: 'empty' };
    case 'e':
    case 'i':
      if (!c.at('_')) return { kind: 'constant', name };
      break;
    case 'angle':
    case 'triangle':
    case 'square':
      return parseShape(c, name);
    case 'A':
      // A_4^2, as P_4^2
      if (scripts(c) !== undefined) return parseChoose(c, 'P');
      break;
    case 'C':
    case 'P':
      if (isChoose(c)) return parseChoose(c, name);
      break;
  }
  if (name === 'Gamma' && c.at('(') && !isTupleAhead(c)) {
    c.position++;
    const argument = c.nested(() => parseList(c));
    c.expect(')');
    return { kind: 'apply', name: 'Gamma', args: [argument] };
  }
  const symbol = FUNCTION_LETTERS.has(name) && acceptInverse(c) ? `${name}^{-1}` : withIndex(c, name);
  // A(1, 2): a point under its name.
  if (/^[A-Z]$/.test(name) && c.at('(') && isTupleAhead(c)) return parseParenthesis(c);
  // f'(2)
  const primes = FUNCTION_LETTERS.has(name) ? primesAhead(c) : 0;
  c.position += primes;
  if (c.at('(') && !c.peek().space && (FUNCTION_LETTERS.has(name) || isDefined(c)))
    return parseFree(c, symbol + "'".repeat(primes));
  c.position -= primes;
  return { kind: 'symbol', name: symbol };
}

/** How many primes stand here with a bracket after them. */
function primesAhead(c: Cursor): number {
  let count = 0;
  while (c.at("'", count)) count++;
  return c.at('(', count) ? count : 0;
}

/** The ^{-1} of f^{-1}(x). */
function acceptInverse(c: Cursor): boolean {
  const isBraced = c.at('^') && c.at('{', 1) && c.at('-', 2) && c.peek(3).text === '1' && c.at('}', 4) && c.at('(', 5);
  if (isBraced) c.position += 5;
  return isBraced;
}

/** Whether the bracket that opens here holds a comma of its own. */
function isTupleAhead(c: Cursor): boolean {
  let depth = 0;
  for (let k = 0; k < 60; k++) {
    const { kind, text } = c.peek(k);
    if (kind === 'end') return false;
    if (kind !== 'sign') continue;
    if (text === '(' || text === '[' || text === '{') depth++;
    else if (text === ')' || text === ']' || text === '}') depth--;
    else if (text === ',' && depth === 1) return true;
    if (depth === 0) return false;
  }
  return false;
}

/** p(x) = …: whatever the letter, what is defined is a function. */
function isDefined(c: Cursor): boolean {
  const argument = c.peek(1);
  return (
    (argument.kind === 'letter' || argument.kind === 'number') &&
    c.at(')', 2) &&
    c.peek(3).kind === 'relation' &&
    c.peek(3).text === '='
  );
}

function parseFree(c: Cursor, name: string): Node {
  c.position++;
  const inner = c.nested(() => parseList(c));
  c.expect(')');
  return { kind: 'apply', name, args: inner.kind === 'list' ? inner.items : [inner], free: true };
}

/** C(5, 2), and C_5^2 */
function isChoose(c: Cursor): boolean {
  if (
    c.at('(') &&
    !c.peek().space &&
    c.peek(1).kind === 'number' &&
    c.at(',', 2) &&
    c.peek(3).kind === 'number' &&
    Number(c.peek(1).text) >= Number(c.peek(3).text) &&
    c.at(')', 4)
  )
    return true;
  return scripts(c) !== undefined;
}

function parseChoose(c: Cursor, letter: 'C' | 'P'): Node {
  const name = letter === 'C' ? 'binomial' : 'permutations';
  const found = scripts(c);
  if (found !== undefined) {
    c.position += found.width;
    return { kind: 'apply', name, args: [found.upper, found.lower] };
  }
  const args = [c.peek(1).text, c.peek(3).text].map((text) => numberNode(text.split('.')[0]!));
  c.position += 5;
  return { kind: 'apply', name, args };
}

/** The two whole numbers of C_5^2 or C_5^{2}: n is the larger, wherever it stands. */
function scripts(c: Cursor): { upper: Node; lower: Node; width: number } | undefined {
  const first = script(c, 0);
  const second = first === undefined ? undefined : script(c, first.width);
  if (first === undefined || second === undefined || first.sign === second.sign) return undefined;
  const [n, k] = first.value >= second.value ? [first.value, second.value] : [second.value, first.value];
  return { upper: numberNode(n), lower: numberNode(k), width: first.width + second.width };
}

function script(c: Cursor, ahead: number): { sign: string; value: bigint; width: number } | undefined {
  const sign = c.peek(ahead).text;
  if (!c.at('_', ahead) && !c.at('^', ahead)) return undefined;
  const braced = c.at('{', ahead + 1);
  const token = c.peek(ahead + (braced ? 2 : 1));
  if (token.kind !== 'number' || !/^\d{1,6}$/.test(token.text) || (braced && !c.at('}', ahead + 3))) return undefined;
  return { sign, value: BigInt(token.text), width: braced ? 4 : 2 };
}

/** `x_1`, `x_{12}`, `x1`, `a_{n+1}`: one symbol. */
function withIndex(c: Cursor, name: string): string {
  const token = c.peek();
  if (token.kind === 'number' && !token.space && /^[A-Za-z]$/.test(name) && /^\d+$/.test(token.text) && !c.at('_', 1)) {
    c.position++;
    return `${name}_${token.text}`;
  }
  if (!c.at('_')) return name;
  c.position++;
  return `${name}_${groupText(c)}`;
}

/** The tokens of a group, or one token, written together. */
function groupText(c: Cursor): string {
  if (!c.accept('{')) return c.next().text;
  let text = '';
  for (let depth = 0; ;) {
    const token = c.next();
    if (token.kind === 'end') return c.fail('expected }');
    if (token.kind === 'sign' && token.text === '{') depth++;
    if (token.kind === 'sign' && token.text === '}' && depth-- === 0) return text;
    text += token.text;
  }
}

/** `\angle ABC`, `\triangle ABC` */
function parseShape(c: Cursor, shape: string): Node {
  let name = '';
  for (
    let k = 0;
    k < 6 && (c.peek().kind === 'letter' || c.peek().kind === 'word') && /^[A-Z]+$/.test(c.peek().text);
    k++
  ) {
    name += c.next().text;
  }
  // ∠ABC is ∠CBA.
  const isTurned = shape === 'angle' && name.length === 3 && name[0]! > name[2]!;
  return { kind: 'symbol', name: `${shape}:${isTurned ? [...name].reverse().join('') : name}` };
}

const SHORT_WORDS =
  /^(?:all|any|let|try|set|put|say|get|got|use|see|but|has|had|its|our|may|can|was|did|two|six|ten|one|add|old|new|big|low|top|end|per|via|out|off|nor|yet|too|why|how|who|now)$/;

/** A short run of letters outside text mode: their product. */
export function parseLetterRun(c: Cursor): Node {
  const token = c.peek();
  if (token.textual || token.text.length > 3 || !/^[A-Za-z]+$/.test(token.text)) return c.fail('expected an operand');
  if (/^(?:is|are|not|no|or|and|the|for|if|of|to|in|on|at|by|we|so|yes)$/i.test(token.text))
    return c.fail('expected an operand');
  // All n, Let x, any n: words, and no letters side by side.
  const isWord = /^[A-Z][a-z]{2}$/.test(token.text) || SHORT_WORDS.test(token.text);
  if (isWord && (c.peek(1).space || c.peek(1).kind === 'end')) return c.fail('expected an operand');
  if (/^(?:nan|ans)$/i.test(token.text)) {
    c.position++;
    return { kind: 'symbol', name: '\\nan' };
  }
  // One letter now, the rest as the next token, so that the last one may take an index or a power.
  const rest = token.text.slice(1);
  const name = token.text[0]!;
  c.replace({ ...token, kind: rest.length === 1 ? 'letter' : 'word', text: rest, space: false, thin: false });
  return name === 'e' || name === 'i' ? { kind: 'constant', name } : { kind: 'symbol', name };
}

/** @returns The letters of `{abc}` when the group holds nothing else, passing over it. */
export function symbolFromGroup(c: Cursor): string | undefined {
  if (!c.at('{')) {
    const token = c.peek();
    if (token.kind !== 'letter') return undefined;
    c.position++;
    return token.text;
  }
  const inner = c.peek(1);
  const isLetters = (inner.kind === 'letter' || inner.kind === 'word') && /^\\?[A-Za-z]+$/.test(inner.text);
  if (!isLetters || !c.at('}', 2)) return undefined;
  c.position += 3;
  return inner.text;
}
