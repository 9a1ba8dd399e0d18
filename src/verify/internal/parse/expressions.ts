import { LimitReached } from '../budget.js';
import type { Node } from './ast.js';
import { type Cursor, parseFactor, parsePrimary, parseProduct, parseSum } from './cursor.js';
import { isLetterUnion, startsFactor } from './lookahead.js';
import { parsePostfix } from './postfix.js';
import { withUnit } from './units/quantities.js';
import { isUnitStart } from './units/unit-words.js';

const SET_OPERATIONS = new Set(['∪', '∩', '∖']);

/** Unions, intersections and differences, from left to right. */
export function readSets(c: Cursor): Node {
  let left = parseSum(c);
  for (;;) {
    const sign = c.peek();
    const isUnion = isLetterUnion(c);
    if (!isUnion && !(sign.kind === 'sign' && SET_OPERATIONS.has(sign.text))) return left;
    c.position++;
    const right = parseSum(c);
    left = { kind: 'setOperation', operation: isUnion ? '∪' : (sign.text as '∪' | '∩' | '∖'), left, right };
  }
}

/** Terms with + − ± ∓ between them. */
export function readSum(c: Cursor): Node {
  return c.nested(() => sumOfTerms(c), { bar: c.bar, colonStops: c.colonStops });
}

function sumOfTerms(c: Cursor): Node {
  const terms: Node[] = [];
  for (let first = true; ; first = false) {
    const sign = acceptSign(c);
    if (sign === undefined && !first) break;
    terms.push(signed(parseProduct(c), sign));
  }
  return terms.length === 1 ? terms[0]! : (setDifference(terms) ?? { kind: 'sum', terms });
}

type Sign = '+' | '-' | '±' | '∓';

function acceptSign(c: Cursor): Sign | undefined {
  const token = c.peek();
  if (token.kind !== 'sign' || !/^[-+±∓]$/.test(token.text)) return undefined;
  c.position++;
  // +/- written out
  if (token.text === '+' && c.at('/') && c.at('-', 1)) {
    c.position += 2;
    return '±';
  }
  return token.text as Sign;
}

function signed(operand: Node, sign: Sign | undefined): Node {
  if (sign === '-') return { kind: 'negative', operand };
  if (sign === '±') return { kind: 'plusMinus', operand, sign: 1 };
  if (sign === '∓') return { kind: 'plusMinus', operand, sign: -1 };
  return operand;
}

/** ℝ − {2}: a difference of sets. */
function setDifference(terms: readonly Node[]): Node | undefined {
  const [left, right] = terms;
  if (terms.length !== 2 || left?.kind !== 'numbers' || right?.kind !== 'negative') return undefined;
  const { operand } = right;
  const isSet =
    operand.kind === 'set' || operand.kind === 'list' || operand.kind === 'numbers' || operand.kind === 'tuple';
  return isSet ? { kind: 'setOperation', operation: '∖', left, right: operand } : undefined;
}

/** Factors with `*`, `/` or nothing between them, from left to right, and a unit at the end. */
export function readProduct(c: Cursor): Node {
  // Where the last factor begins.
  let start = c.position;
  let left = parseFactor(c);
  let factors: Node[] = [left];
  const fold = (): Node => (factors.length === 1 ? factors[0]! : { kind: 'product', factors });
  for (;;) {
    if (isUnitStart(c)) {
      const value = withUnit(c, fold());
      if (value === undefined) break;
      left = value;
      factors = [value];
      if (value.kind === 'quantity') break;
      continue;
    }
    if (c.at('*')) {
      const { command } = c.next();
      const isOfVectors =
        command !== undefined && isVectorAt(c, start) && (isVectorAt(c, c.position) || isNabla(factors));
      start = c.position;
      const factor = parseSignedFactor(c);
      if (isOfVectors) factors.push(vectorProduct(factors.pop()!, factor, command));
      else factors.push(factor);
    } else if (c.at('/')) {
      c.position++;
      factors = [{ kind: 'quotient', over: fold(), under: parseSignedFactor(c) }];
    } else if (startsFactor(c) && !isLetterUnion(c)) {
      start = c.position;
      factors.push(parseFactor(c));
    } else break;
    if (factors.length > 500) throw new LimitReached('too many factors');
    // P(X = 2) and P(A ∩ B) are no products.
    if (factors.some((factor) => factor.kind === 'relation' || factor.kind === 'setOperation'))
      c.fail('expected a factor');
  }
  return fold();
}

/** ∇ · F: F is a vector, however it is written. */
function isNabla(factors: readonly Node[]): boolean {
  const last = factors.at(-1);
  return last?.kind === 'symbol' && last.name === 'nabla';
}

function parseSignedFactor(c: Cursor): Node {
  const sign = acceptSign(c);
  return signed(parseFactor(c), sign);
}

export function readFactor(c: Cursor): Node {
  return parsePostfix(c, parsePrimary(c));
}

/** Whether the operand at this place is written as a vector: under an arrow, in bold type, or ∇. */
function isVectorAt(c: Cursor, position: number): boolean {
  const token = c.tokens[position];
  if (token?.kind === 'letter') return token.text === 'nabla';
  return token?.kind === 'structure' && /^(?:vec|overrightarrow|mathbf|boldsymbol|bm|hat)$/.test(token.text);
}

/**
 * The product of two vectors: a · b is not a × b, and a × b is −(b × a).
 *
 * @param command - The command between them.
 */
function vectorProduct(a: Node, b: Node, command: string): Node {
  const [x, y] = [a, b].map((side) => (side.kind === 'symbol' ? side.name : ''));
  // ∇ acts on what follows it.
  const isFree = x !== '' && y !== '' && x !== 'nabla' && y !== 'nabla';
  const isSwapped = isFree && x! > y!;
  const args = isSwapped ? [b, a] : [a, b];
  const name = command === 'times' ? 'cross' : 'dot';
  const product: Node = { kind: 'apply', name, args, free: true };
  return isSwapped && name === 'cross' ? { kind: 'negative', operand: product } : product;
}
