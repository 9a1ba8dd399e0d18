import type { Budget } from '../budget.js';
import type { Node } from '../parse/ast.js';
import { childrenOf, freeSymbols, keyOf, rewrite, some } from '../parse/walk.js';
import { gcd } from '../value/rational.js';
import { exactValue } from './exact.js';
import { polynomialIn } from './polynomials.js';

/** Denominators of a floor up to which the numbers that are tried hold a whole period. */
const LONGEST_PERIOD = 20n;

/** Whether two expressions are the same. */
type Same = (a: Node, b: Node) => boolean;

/** Whether an expression has a jump, or a narrow piece, that no number of points is sure to meet. */
export function hasJumps(node: Node, budget: Budget): boolean {
  return some(node, (inner) => isHidden(inner, budget));
}

/**
 * Whether two expressions with such jumps, which agree wherever they were tried, are the same expression of the same
 * jumps: ⌊nπ⌋ is not ⌊355n/113⌋, and n + ⌊1/(1 + (n − 1000)²)⌋ is not n, though few numbers tell.
 *
 * @param same - Whether two expressions without such jumps are the same.
 */
export function haveSameJumps(a: Node, b: Node, budget: Budget, same: Same): boolean {
  const names: { readonly node: Node; readonly symbol: Node }[] = [];
  const [x, y] = [a, b].map((side) => withNames(side, names, budget, same)) as [Node, Node];
  return keyOf(x) === keyOf(y) || same(x, y);
}

function withNames(
  node: Node,
  names: { readonly node: Node; readonly symbol: Node }[],
  budget: Budget,
  same: Same,
): Node {
  return rewrite(node, (inner): Node | undefined => {
    if (!isHidden(inner, budget)) return undefined;
    const known = names.find((one) => isSameJump(one.node, inner, budget, same));
    if (known !== undefined) return known.symbol;
    const symbol: Node = { kind: 'symbol', name: `jump:${names.length}` };
    names.push({ node: inner, symbol });
    return symbol;
  });
}

/** The same function of the same insides. */
function isSameJump(a: Node, b: Node, budget: Budget, same: Same): boolean {
  if (keyOf(a) === keyOf(b)) return true;
  if (a.kind !== b.kind || (a.kind === 'apply' && b.kind === 'apply' && a.name !== b.name)) return false;
  const [x, y] = [childrenOf(a), childrenOf(b)];
  return (
    x.length === y.length &&
    x.every((part, k) => !hasJumps(part, budget) && !hasJumps(y[k]!, budget) && same(part, y[k]!))
  );
}

function isHidden(node: Node, budget: Budget): boolean {
  // 0^|x| is 1 at one place.
  if (node.kind === 'power') return isNought(node.base) && freeSymbols(node.exponent).size > 0;
  if (node.kind !== 'apply' || freeSymbols(node).size === 0) return false;
  if (/^(?:floor|ceil|round)$/.test(node.name)) return !isPeriodic(node.args[0]!, budget);
  return /^(?:max|min|abs|sgn)$/.test(node.name) && isNarrow(node.args, budget);
}

function isNought(node: Node): boolean {
  return node.kind === 'number' && node.value.n === 0n;
}

/** A polynomial in one letter with small denominators: a floor of it repeats, but for what a polynomial adds. */
function isPeriodic(inside: Node, budget: Budget): boolean {
  const [name, ...others] = freeSymbols(inside);
  if (name === undefined) return true;
  // In several letters each must be whole with itself: ⌊x + y⌋.
  if (some(inside, (part) => part.kind === 'apply' || part.kind === 'root')) return false;
  if (others.length > 0) return !some(inside, (part) => part.kind === 'constant');
  const polynomial = polynomialIn(inside, name, (part) =>
    freeSymbols(part).size === 0 ? exactValue(part, budget) : undefined,
  );
  if (polynomial === undefined) return false;
  const period = polynomial.reduce((common, { d }) => (common * d) / gcd(common, d), 1n);
  return period <= LONGEST_PERIOD;
}

/** sin x − 0.9999999: a wave that passes a level for a moment only. */
function isNarrow(args: readonly Node[], budget: Budget): boolean {
  const hasWave = args.some((arg) =>
    some(
      arg,
      (part) => part.kind === 'apply' && /^(?:sin|cos|tan|cot|sec|csc)$/.test(part.name) && freeSymbols(part).size > 0,
    ),
  );
  const hasLevel = args.some(
    (arg) =>
      (freeSymbols(arg).size === 0 && !isNought(arg)) ||
      (arg.kind === 'sum' && arg.terms.some((term) => freeSymbols(term).size === 0)),
  );
  // max(sin x, 2): no wave is as high.
  const isBeyond = args.some((arg) => {
    const level = freeSymbols(arg).size === 0 ? exactValue(arg, budget) : undefined;
    return level !== undefined && (level.n > level.d || -level.n > level.d);
  });
  const isPlain = args.some((arg) => arg.kind === 'apply' && /^(?:sin|cos)$/.test(arg.name));
  return hasWave && hasLevel && !(isBeyond && isPlain);
}
