import type { Node, NodeOf } from '../../parse/ast.js';
import { childrenOf, freeSymbols, some } from '../../parse/walk.js';

/** An equation that only names its value: `x = 5`, `f(2) = 1 + 1 = 2`, `AB = 4`, `m + n = 27`. */
export interface Labelled {
  readonly label: Node;
  readonly value: Node;
  /** What stands after ≈, where the value before it is exact. */
  readonly approximation?: Node;
}

/** @returns The value of an equation chain and its name; undefined for an equation that is to be solved. */
export function labelled(node: Node): Labelled | undefined {
  if (node.kind !== 'relation' || !node.operators.every((operator) => operator === '=' || operator === '≈'))
    return undefined;
  const { operands, operators } = node;
  const label = operands[0]!;
  const last = operands.at(-1)!;
  const closed = isClosed(label) && operands.every(isClosed);
  if (!isLabel(label) && !closed && !isWorkedOut(node)) {
    // 5 = x
    const isReversed = operands.length === 2 && last.kind === 'symbol' && isClosed(label);
    return isReversed ? { label: last, value: label } : undefined;
  }
  // The last operand that is said to be equal; what is only ≈ comes after it.
  let exact = operators.lastIndexOf('=') + 1;
  if (exact === 0) exact = closed ? 0 : 1;
  // x = 1/3 = 0.333: a decimal after what it rounds.
  else if (exact > (closed ? 0 : 1) && isDecimal(operands[exact]!) && !isDecimal(operands[exact - 1]!)) exact--;
  const approximation = operands[exact + 1];
  const value = operands[exact]!;
  return approximation === undefined ? { label, value } : { label, value, approximation: operands.at(-1)! };
}

/** a + b = 3 + 14 = 17: what several letters come to, with the work that leads to it. */
function isWorkedOut({ operands }: NodeOf<'relation'>): boolean {
  const [label, ...sides] = operands;
  const isWork = (side: Node): boolean => side.kind === 'sum' || side.kind === 'product' || side.kind === 'power';
  return freeSymbols(label!).size > 1 && sides.every(isClosed) && sides.slice(0, -1).some(isWork);
}

function isDecimal(node: Node): boolean {
  return node.kind === 'negative' ? isDecimal(node.operand) : node.kind === 'number' && node.digits !== undefined;
}

/** An expression without variables: `2 + 3 = 5`. */
function isClosed(node: Node): boolean {
  return freeSymbols(node).size === 0 && node.kind !== 'tuple' && node.kind !== 'text';
}

/**
 * Whether an expression names a quantity instead of stating a condition on one: a letter, a function's value, a
 * segment, or an expression in two letters or more without numbers in it.
 */
function isLabel(node: Node): boolean {
  if (isPlainLabel(node)) return true;
  const names = namesIn(node);
  return names !== undefined && ((names.size >= 2 && !isCondition(node)) || isNamedFunction(node));
}

/** x² + y² = 4 is a condition on its letters; m + n = 27 says what is asked for. */
function isCondition(node: Node): boolean {
  if (some(node, (inner) => inner.kind === 'power')) return true;
  // |a + b| is a length, a + b = 6 says something of a.
  const unknown = node.kind === 'apply' ? /^[s-z]$/ : /^[a-hs-z]$/;
  const hasUnknown = some(node, (inner) => inner.kind === 'symbol' && unknown.test(inner.name));
  return hasUnknown && some(node, (inner) => inner.kind === 'sum');
}

/** A label that can be nothing else, whatever it is set equal to: a name, or names in a tuple or ratio. */
export function isPlainLabel(node: Node): boolean {
  if (node.kind === 'tuple') return node.items.every(isName);
  if (node.kind === 'matrix') return node.rows.flat().every(isName);
  if (node.kind === 'ratio') return node.parts.every(isName);
  return isName(node);
}

function isName(node: Node): boolean {
  if (node.kind === 'symbol') return true;
  if (node.kind === 'constant') return node.name === 'e' || node.name === 'i';
  if (node.kind === 'apply') return node.free === true || isNamedFunction(node) || isExtreme(node);
  // AB/CD
  if (node.kind === 'quotient') return isSegments(node);
  // σ²
  if (node.kind === 'power')
    return node.base.kind === 'symbol' && node.base.name === 'sigma' && node.exponent.kind === 'number';
  if (node.kind === 'product' && isOperator(node.factors[0]!)) return true;
  return node.kind === 'product' && node.factors.every((factor) => factor.kind === 'symbol' || isNamedFunction(factor));
}

/** d/dx of something */
function isOperator(node: Node): boolean {
  return node.kind === 'symbol' && /^d\d*\/d/.test(node.name);
}

/** AB/CD, a/b: a proportion of what has names of its own. */
function isSegments({ over, under }: NodeOf<'quotient'>): boolean {
  const isSegment = (side: Node): boolean =>
    side.kind === 'symbol'
      ? /^[a-hA-Z]$/.test(side.name)
      : side.kind === 'product' &&
        side.factors.every((factor) => factor.kind === 'symbol' && /^[A-Z]$/.test(factor.name));
  return isSegment(over) && isSegment(under);
}

/** \max f, \min: whatever of. */
function isExtreme(node: Node): boolean {
  return node.kind === 'apply' && (node.name === 'max' || node.name === 'min') && freeSymbols(node).size > 0;
}

/** |AB|, \sin A, \det M, \overline{z}: a function of names in capitals or Greek. */
function isNamedFunction(node: Node): boolean {
  if (node.kind === 'power') return isNamedFunction(node.base) && node.exponent.kind === 'number';
  if (node.kind !== 'apply') return false;
  // |A ∩ B|
  if (node.name === 'abs' && node.args[0]?.kind === 'setOperation') return true;
  const names = namesIn(node);
  // |z| and ‖v‖ are sizes of what z and v are; |x| = 5 is an equation for x.
  const isSize = node.name === 'abs' || node.name === 'norm';
  return (
    names !== undefined &&
    names.size > 0 &&
    [...names].every(
      (name) =>
        (isSize && /^(?:[a-hmnp-rs-wz](?:_\w+)?|hat:\w|vec:\w)$/.test(name)) ||
        /^(?:[A-Z]|angle:|triangle:|theta|alpha|beta|gamma|phi)/.test(name),
    )
  );
}

/** The letters of an expression without numbers (exponents aside); undefined for any other. */
function namesIn(node: Node, into = new Set<string>()): Set<string> | undefined {
  switch (node.kind) {
    case 'symbol':
      into.add(node.name);
      return into;
    case 'constant':
      return node.name === 'pi' ? undefined : into;
    case 'power':
      return node.exponent.kind === 'number' ? namesIn(node.base, into) : undefined;
    case 'sum':
    case 'product':
    case 'negative':
    case 'quotient':
    case 'apply':
      return childrenOf(node).every((child) => namesIn(child, into) !== undefined) ? into : undefined;
    default:
      return undefined;
  }
}

export function isEquation(node: Node): node is NodeOf<'relation'> {
  return node.kind === 'relation' && node.operators.every((operator) => operator === '=' || operator === '≈');
}
