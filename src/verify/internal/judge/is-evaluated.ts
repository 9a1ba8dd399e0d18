import { numberNode, type Node, type NodeOf } from '../parse/ast.js';
import { childrenOf, freeSymbols, some } from '../parse/walk.js';
import type { Rational } from '../value/rational.js';

/** The largest argument of a factorial or binomial that is a value. */
const LARGEST_FACTORIAL = 20n;
/** How many operations on numbers alone an answer may leave to its reader, beyond twice those of the ground truth. */
const OPERATIONS = 8;
/** How many bits a power may have, beyond twice those of the ground truth. */
const BITS = 64;

/** A constant has as many bits as 3. */
const TWO_BITS: Rational = { n: 3n, d: 1n };

/** What a ground truth leaves standing. */
interface Form {
  /** π, e and i, as far as it has them: an answer with others leaves them to cancel. Undefined where it may be equal to any. */
  readonly names: ReadonlySet<string> | undefined;
  readonly hasRoots: boolean;
  readonly hasFunctions: boolean;
  readonly operations: number;
  /** The bits of a number; infinite where the ground truth is a closed form with powers. */
  readonly bits: number;
}

const ANYTHING: Form = { names: undefined, hasRoots: true, hasFunctions: true, operations: Infinity, bits: Infinity };

/**
 * Whether an answer is evaluated as far as the ground truth is, and does not say the problem again: no remainder, divisor,
 * sum or determinant is left, and no root or function unless the ground truth has one. A ground truth that leaves such
 * work itself asks for nothing.
 */
export function isEvaluated(pred: Node, gold: Node): boolean {
  if (valuesOf(gold).some((value) => leavesWork(value, ANYTHING))) return true;
  if (hasLettersToCancel(pred, gold)) return false;
  const form = formOf(gold);
  return valuesOf(pred).every((value) => !leavesWork(value, form) && operationsOf(value) <= form.operations);
}

/** x/x for 1 */
function hasLettersToCancel(pred: Node, gold: Node): boolean {
  if (pred.kind === 'implication') return hasLettersToCancel(pred.conclusion, gold);
  if (/^(?:list|tuple|set|matrix)$/.test(pred.kind)) {
    const items = childrenOf(pred);
    return (
      !items.some(({ kind }) => kind === 'relation') &&
      items.some((item) => hasLettersToCancel(item, isConstant(gold) ? numberNode(0) : gold))
    );
  }
  const isExpression = /^(?:sum|product|quotient|power|root|negative)$/.test(pred.kind);
  // i + 2j is a vector.
  return isExpression && !isConstant(pred) && isConstant(gold) && !/^(?:matrix|tuple)$/.test(gold.kind);
}

function formOf(gold: Node): Form {
  // A decimal may round anything.
  const isRounded = some(gold, (node) => node.kind === 'number' && node.digits !== undefined);
  const hasFunctions = isRounded || some(gold, (part) => isElementary(part) || isExponential(part));
  const isOpen =
    hasFunctions ||
    some(gold, ({ kind }) => /^(?:degrees|text|opaque|matrix|tuple|builder|numbers|cases|quantity)$/.test(kind));
  return {
    names: isOpen ? undefined : namesIn(gold),
    hasRoots: hasFunctions || some(gold, isRoot),
    hasFunctions,
    operations: OPERATIONS + 2 * Math.max(...valuesOf(gold).map(operationsOf)),
    bits: some(gold, ({ kind }) => kind === 'power' || kind === 'apply') ? Infinity : BITS + 2 * bitsOf(gold),
  };
}

function namesIn(node: Node, into = new Set<string>()): Set<string> {
  if (node.kind === 'constant') into.add(node.name);
  for (const child of childrenOf(node)) namesIn(child, into);
  return into;
}

/** The values an answer consists of: of `\gcd(4, 6) = 2` the last side is one. */
function valuesOf(node: Node): readonly Node[] {
  if (node.kind === 'implication') return valuesOf(node.conclusion);
  if (node.kind === 'relation') {
    const last = node.operands.at(-1)!;
    const isChain = node.operators.every((operator) => operator === '=' || operator === '≈');
    return isChain && last.kind !== 'symbol' && isConstant(last) ? valuesOf(last) : node.operands.flatMap(valuesOf);
  }
  return /^(?:list|tuple|set|matrix|cases|ratio)$/.test(node.kind) ? childrenOf(node).flatMap(valuesOf) : [node];
}

/** Whether a part of the value is not evaluated. */
function leavesWork(node: Node, form: Form): boolean {
  return some(node, (part) => isWork(part, form));
}

function isWork(node: Node, form: Form): boolean {
  switch (node.kind) {
    case 'series':
    case 'opaque':
      return true;
    case 'constant':
      // \pi/\pi and e^{i\pi}, where the ground truth has no π.
      return form.names !== undefined && node.name !== 'infinity' && !form.names.has(node.name);
    case 'symbol':
      // dy/dx
      return /^d\d*\/d/.test(node.name);
    case 'residue':
      return isConstant(node.value) && (node.remainder === true || !isLiteral(node.value));
    case 'builder':
      return some(node.condition, (part) => part.kind === 'relation' && part.operators.includes('='));
    case 'setOperation':
      return node.operation === '∩' || (node.left.kind === 'set' && node.right.kind === 'set');
    case 'sum':
    case 'product':
      return childrenOf(node).filter(({ kind }) => kind === 'matrix' || kind === 'tuple').length > 1;
    case 'root':
      return !form.hasRoots && isConstant(node);
    case 'power':
      return isPowerWork(node, form);
    case 'apply':
      return isFunctionWork(node, form);
    default:
      return false;
  }
}

function isPowerWork(node: NodeOf<'power'>, form: Form): boolean {
  const { base, exponent } = node;
  if (base.kind === 'matrix') return true;
  if (!isConstant(node)) return false;
  if (isRoot(node)) return !form.hasRoots;
  // 7^{7^7}
  if (some(exponent, (part) => part.kind === 'power' || part.kind === 'apply') && !form.hasFunctions) return true;
  const [x, n] = [base.kind === 'constant' ? TWO_BITS : literal(base), literal(exponent)];
  return x !== undefined && n !== undefined && bits(x) * Number(n.n < 0n ? -n.n : n.n) > form.bits;
}

function isFunctionWork(node: NodeOf<'apply'>, form: Form): boolean {
  if (node.name === 'det' || node.name === 'tr' || node.name === 'transpose') return true;
  if (node.free === true || node.name === 'exp' || !isConstant(node)) return false;
  if (isElementary(node))
    return !form.hasFunctions || node.args.some((arg) => some(arg, (part) => part.kind === 'apply'));
  if (!/^(?:factorial|doubleFactorial|binomial|permutations)$/.test(node.name)) return true;
  return node.args.some((arg) => (literal(arg)?.n ?? LARGEST_FACTORIAL + 1n) > LARGEST_FACTORIAL);
}

/** How many operations on numbers alone a value is made of. */
function operationsOf(node: Node): number {
  const inner = childrenOf(node).reduce((sum, child) => sum + operationsOf(child), 0);
  if (!/^(?:sum|product|quotient|power|root|apply)$/.test(node.kind) || !isConstant(node)) return inner;
  return inner + Math.max(1, childrenOf(node).length - 1);
}

const ELEMENTARY = /^(?:a(?:r|rc)?)?(?:sin|cos|tan|cot|sec|csc)h?$|^l(?:og|n|g)$|^cis$/;

function isElementary(node: Node): boolean {
  return node.kind === 'apply' && ELEMENTARY.test(node.name);
}

/** e^{i\pi/3}, which functions and roots say too. */
function isExponential(node: Node): boolean {
  if (node.kind === 'power') return node.base.kind === 'constant' && node.base.name === 'e';
  return node.kind === 'apply' && node.name === 'exp';
}

function isRoot(node: Node): boolean {
  if (node.kind === 'root') return true;
  return node.kind === 'power' && (literal(node.exponent)?.d ?? 1n) !== 1n;
}

function isConstant(node: Node): boolean {
  return freeSymbols(node).size === 0;
}

function isLiteral(node: Node): boolean {
  return literal(node) !== undefined;
}

/** A number as it is written, a fraction included. */
function literal(node: Node): Rational | undefined {
  if (node.kind === 'number') return node.value;
  if (node.kind === 'negative') {
    const value = literal(node.operand);
    return value && { n: -value.n, d: value.d };
  }
  if (node.kind !== 'quotient' || node.over.kind !== 'number' || node.under.kind !== 'number') return undefined;
  const [{ n, d }, under] = [node.over.value, node.under.value];
  return { n: n * under.d, d: d * under.n };
}

function bitsOf(node: Node): number {
  return Math.max(0, ...childrenOf(node).map(bitsOf), node.kind === 'number' ? bits(node.value) : 0);
}

function bits({ n, d }: Rational): number {
  return Math.max((n < 0n ? -n : n).toString(2).length, d.toString(2).length);
}
