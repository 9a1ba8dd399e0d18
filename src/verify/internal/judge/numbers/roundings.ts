import { roughValue } from '../../compute/rough-value.js';
import type { Node, NodeOf } from '../../parse/ast.js';
import type { Context } from '../context.js';

const NOTHING: ReadonlyMap<string, number> = new Map();
/** How far what is no decimal may be from what it is said to be near. */
const NEAR = 0.05;

/** Whether a chain says that a number is about another that does not round it: 5 ≈ 6. */
export function roundsWrongly({ operands, operators }: NodeOf<'relation'>, context: Context): boolean {
  return operators.some((operator, k) => operator === '≈' && !isNear(operands[k]!, operands[k + 1]!, context));
}

/** What has no value on one side is near anything. */
function isNear(exact: Node, rounded: Node, context: Context): boolean {
  const [a, b] = [exact, rounded].map((side) => roughValue(bare(side), NOTHING, context.budget)) as [number, number];
  if (!Number.isFinite(a) || !Number.isFinite(b)) return true;
  const unit = lastPlace(bare(rounded));
  if (unit === undefined) return Math.abs(a - b) <= NEAR * Math.abs(b);
  // Rounded, or cut off where that leaves it near: 0.66 for 2/3, not 0.6.
  const cut = Math.abs(a) - Math.abs(b);
  return Math.abs(a - b) <= unit * 0.500_001 || (cut > 0 && cut < unit && cut <= NEAR * Math.abs(a) && a * b >= 0);
}

function bare(node: Node): Node {
  if (node.kind === 'quantity') return bare(node.value);
  return node.kind === 'degrees' ? bare(node.operand) : node;
}

/** What the last digit of a decimal counts; the noughts that end a whole number are not counted. */
function lastPlace(node: Node): number | undefined {
  if (node.kind === 'negative') return lastPlace(node.operand);
  if (node.kind === 'percent') return scaled(lastPlace(node.operand), 1 / (node.per ?? 100));
  if (node.kind === 'number') {
    if (node.digits !== undefined) return 10 ** ((node.exponent ?? 0) - node.digits);
    return node.value.d === 1n ? 10 ** (/0*$/.exec(String(node.value.n))?.[0].length ?? 0) : undefined;
  }
  const [mantissa, ten] = node.kind === 'product' && node.factors.length === 2 ? node.factors : [];
  const isTen = ten?.kind === 'power' && ten.base.kind === 'number' && ten.base.value.n === 10n;
  return mantissa?.kind === 'number' && isTen
    ? scaled(lastPlace(mantissa), 10 ** roughExponent(ten.exponent))
    : undefined;
}

function scaled(place: number | undefined, by: number): number | undefined {
  return place === undefined ? undefined : place * by;
}

function roughExponent(node: Node): number {
  if (node.kind === 'negative') return -roughExponent(node.operand);
  return node.kind === 'number' ? Number(node.value.n) / Number(node.value.d) : NaN;
}
