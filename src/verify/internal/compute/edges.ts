import { differenceNode, type Node } from '../parse/ast.js';
import { childrenOf, freeSymbols, some } from '../parse/walk.js';

/** An expression whose passing of a level starts another piece. */
export interface Edge {
  readonly of: Node;
  readonly levels: readonly number[];
}

const STEPS = [0, 1, -1, 2, -3, 10];
const SIGN = [0];

/** @returns Where the expression's own pieces and those within it end, the inner ones first. */
export function allEdges(node: Node): readonly Edge[] {
  return [...childrenOf(node).flatMap(allEdges), ...edgesOf(node)];
}

/** @returns Where the pieces of this one function end: |x|, max, ⌊x⌋, √(x²), a binomial of a variable. */
export function edgesOf(node: Node): readonly Edge[] {
  if (node.kind === 'residue') return node.remainder ? [{ of: quotient(node.value, node.modulus), levels: STEPS }] : [];
  // √(x²) is |x|; a root without a power below it has one piece, and an odd root goes on below 0.
  if (node.kind === 'root') return isEven(node.index) && holdsPower(node.radicand) ? signs(node.radicand) : [];
  if (node.kind === 'power') return isEvenRoot(node.exponent) && holdsPower(node.base) ? signs(node.base) : [];
  if (node.kind !== 'apply' || !node.args.some(isOpen)) return [];
  const [first] = node.args;
  switch (node.name) {
    case 'abs':
    case 'norm':
      return signs(first!);
    case 'sgn':
      return [{ of: first!, levels: SIGN }];
    case 'floor':
    case 'ceil':
      return [{ of: first!, levels: STEPS }];
    case 'round':
      return [{ of: first!, levels: STEPS.map((step) => step + 0.5) }];
    case 'max':
    case 'min':
      return node.args.flatMap((a, i) => node.args.slice(i + 1).map((b) => meeting(a, b)));
    case 'binomial':
    case 'permutations':
      return node.args.length === 2 ? [meeting(first!, node.args[1]!)] : [];
    default:
      return [];
  }
}

/** Where two expressions are equal. */
function meeting(a: Node, b: Node): Edge {
  return { of: differenceNode(a, b), levels: SIGN };
}

/** 1/2, 3/4, 0.5 */
function isEvenRoot(exponent: Node): boolean {
  if (exponent.kind === 'quotient') return isEven(exponent.under);
  return exponent.kind === 'number' && exponent.value.d % 2n === 0n;
}

function isEven(node: Node): boolean {
  return node.kind === 'number' && node.value.d === 1n && node.value.n % 2n === 0n;
}

function holdsPower(node: Node): boolean {
  return isOpen(node) && some(node, (inner) => inner.kind === 'power' && isOpen(inner.base));
}

/** |u|, √u: u changes its sign, or touches 0 where it is an even power. */
function signs(node: Node): readonly Edge[] {
  const inner = node.kind === 'power' ? node.base : node;
  return [{ of: inner, levels: SIGN }];
}

/** Functions of whole numbers, which the numbers in them divide: gcd, mod, binomials, factorials. */
export function isArithmetic(node: Node): boolean {
  if (node.kind === 'residue') return isOpen(node.value);
  return (
    node.kind === 'apply' &&
    /^(?:gcd|lcm|binomial|permutations|factorial|doubleFactorial)$/.test(node.name) &&
    node.args.some(isOpen)
  );
}

/** Functions that multiply as many numbers as they are given. */
export function isProduct(node: Node): boolean {
  return node.kind === 'apply' && /^(?:binomial|permutations|factorial|doubleFactorial|Gamma)$/.test(node.name);
}

export function isOpen(node: Node): boolean {
  return freeSymbols(node).size > 0;
}

function quotient(over: Node, under: Node): Node {
  return { kind: 'quotient', over, under };
}
