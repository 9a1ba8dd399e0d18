import { listNode, type Node, type NodeOf } from '../../parse/ast.js';
import { mirrored } from '../../parse/relations.js';
import { substitute, freeSymbols } from '../../parse/walk.js';
import { contradictsItself, saysNothing } from './chains.js';
import { sameCollection, sameInOrder } from '../collections.js';
import { judge, type Context, type Outcome } from '../context.js';
import { sameRelation } from './equations.js';
import { isEquation, isPlainLabel, labelled, type Labelled } from './labels.js';
import { expandSigns, membersOf } from '../members.js';
import { regionOf, sameRegion } from '../sets/regions.js';
import { sameScalar } from '../numbers/scalars.js';
import { both } from '../sets/sets.js';
import { areIndexed, inUsualOrder, solutionsOf, type Solutions } from './solutions.js';

/** Assignments, labelled values, equations and inequalities. */
export function judgeEquations(a: Node, b: Node, context: Context): Outcome | undefined {
  if (contradictsItself(b, context) || saysNothing(b)) return 'different';
  const [x, y] = [solutionsOf(a), solutionsOf(b)];
  if (x !== undefined || y !== undefined) {
    const outcome =
      x !== undefined && y !== undefined ? sameSolutions(x, y, context) : judgeAssigned(a, x, b, y, context);
    if (outcome !== undefined) return outcome;
  }
  if (a.kind !== 'relation' && b.kind !== 'relation') return undefined;
  if (a.kind === 'relation' && b.kind === 'relation') return judgeRelations(a, b, context);
  return judgeLabelled(a, b, context);
}

function sameSolutions(x: Solutions, y: Solutions, context: Context): Outcome | undefined {
  const [g, p] = [inUsualOrder(x), inUsualOrder(y)];
  const sameNames = g.names.length === p.names.length && g.names.every((name, k) => name === p.names[k]);
  if (!sameNames) {
    const order = g.names.map((name) => p.names.indexOf(name));
    if (g.names.length !== p.names.length || order.includes(-1)) return differentNames(g, p, context);
    return sameSolutions(g, { names: g.names, rows: p.rows.map((row) => order.map((k) => row[k]!)) }, context);
  }
  return sameCollection(g.rows.map(rowNode), p.rows.map(rowNode), context);
}

/** y = 2x + 3 and f(x) = 2x + 3 say the same; other names are other unknowns. */
function differentNames(g: Solutions, p: Solutions, context: Context): Outcome | undefined {
  // x₁ = 1, x₂ = −3 are the roots x = 1, −3.
  if (isNumbered(g, p)) return sameCollection(g.rows[0]!, p.rows.map(rowNode), context);
  if (isNumbered(p, g)) return sameCollection(g.rows.map(rowNode), p.rows[0]!, context);
  // y(x) = … and y = …
  const bare = (s: Solutions): string | undefined =>
    s.names.length === 1 ? s.names[0]!.replace(/\([a-z]\)$/, '') : undefined;
  if (bare(g) !== undefined && bare(g) === bare(p) && (bare(g) === g.names[0] || bare(p) === p.names[0]))
    return sameCollection(g.rows.map(rowNode), p.rows.map(rowNode), context);
  if (g.names.length === 1 && p.names.length === 1 && primed(g.names[0]!) === primed(p.names[0]!))
    return sameCollection(g.rows.map(rowNode), p.rows.map(rowNode), context);
  // f(t) = t² defines what f(x) = x² does.
  const renamed = withArgumentOf(g, p);
  if (renamed !== undefined) return sameSolutions(g, renamed, context);
  const isY = (s: Solutions): boolean => s.names.length === 1 && s.names[0] === 'y';
  const isFunction = (s: Solutions): boolean => s.names.length === 1 && /^[fgh]\(x\)$/.test(s.names[0]!);
  const inX = (s: Solutions): boolean => s.rows.every((row) => freeSymbols(row[0]!).has('x'));
  if (((isY(g) && isFunction(p)) || (isFunction(g) && isY(p))) && inX(g) && inX(p))
    return sameCollection(g.rows.map(rowNode), p.rows.map(rowNode), context);
  // x = 2y against y = x/2, y = 1/x against xy = 1: equations between variables.
  const isOne = (s: Solutions): boolean => s.names.length === 1 && s.rows.length === 1;
  const isOpen = (s: Solutions): boolean => freeSymbols(s.rows[0]![0]!).size > 0;
  if (isOne(g) && isOne(p) && (isOpen(g) || isOpen(p))) return undefined;
  return 'different';
}

/** dy/dx as y′: with primes the variable is x or t. */
function primed(name: string): string {
  const [, order, variable, of] = /^d(\d?)\/d([xt])\d?:(\w+)$/.exec(name) ?? [];
  return variable === undefined ? name : of! + "'".repeat(Number(order === '' ? 1 : order));
}

/** The same function of one variable, with its variable called as in the other definition. */
function withArgumentOf(g: Solutions, p: Solutions): Solutions | undefined {
  if (g.names.length !== 1 || p.names.length !== 1) return undefined;
  const [, f, x] = /^([A-Za-z]\w*)\(([a-z])\)$/.exec(g.names[0]!) ?? [];
  const [, h, t] = /^([A-Za-z]\w*)\(([a-z])\)$/.exec(p.names[0]!) ?? [];
  if (f === undefined || f !== h || x === t || p.rows.some((row) => freeSymbols(row[0]!).has(x!))) return undefined;
  const rename = (node: Node): Node => substitute(node, t!, { kind: 'symbol', name: x! });
  return { names: g.names, rows: p.rows.map((row) => row.map(rename)) };
}

function isNumbered(roots: Solutions, other: Solutions): boolean {
  const base = other.names.length === 1 ? other.names[0]! : '';
  return roots.rows.length === 1 && areIndexed(roots.names) && roots.names.every((name) => name.startsWith(`${base}_`));
}

/** One side names its values, the other only gives them. */
function judgeAssigned(
  a: Node,
  x: Solutions | undefined,
  b: Node,
  y: Solutions | undefined,
  context: Context,
): Outcome | undefined {
  const named = x ?? y!;
  const other = x === undefined ? a : b;
  if (other.kind === 'relation' && !isEquation(other)) return regionOrUndefined(a, b, context);
  if (other.kind === 'relation') return undefined;
  if (other.kind === 'list' && other.items.some((item) => item.kind === 'relation')) return 'different';
  const compare = (values: Node): Outcome =>
    x === undefined ? judge(other, values, context) : judge(values, other, context);
  const { names, rows } = named;
  if (names.length === 1) {
    const values = rows.map((row) => row[0]!);
    const outcome = compare(values.length === 1 ? values[0]! : listNode(values, 'or'));
    return outcome === 'equal' ? outcome : (approximated(x === undefined ? b : a, other, context) ?? outcome);
  }
  if (rows.length === 1 && areIndexed(names)) return compare({ kind: 'list', items: rows[0]!, joins: [] });
  const ordered = inUsualOrder(named).rows.map(rowNode);
  if (ordered.length > 1) return compare({ kind: 'list', items: ordered, joins: [] });
  return compare(ordered[0]!);
}

/** x = 1/3 ≈ 0.33 answers for 0.33 too, where it rounds the exact value. */
function approximated(named: Node, other: Node, context: Context): Outcome | undefined {
  const found = labelled(named);
  if (found?.approximation === undefined || other.kind !== 'number' || other.digits === undefined) return undefined;
  const rounds = sameScalar(found.value, found.approximation, { ...context, floatRounding: Math.min(5, other.digits) });
  return rounds === 'equal' ? sameScalar(other, found.approximation, context) : undefined;
}

function regionOrUndefined(a: Node, b: Node, context: Context): Outcome | undefined {
  const [x, y] = [regionOf(a, context), regionOf(b, context)];
  if (x === undefined || y === undefined) return 'different';
  return sameRegion(x, y, context) ? 'equal' : 'different';
}

function judgeRelations(gold: NodeOf<'relation'>, pred: NodeOf<'relation'>, context: Context): Outcome {
  const [a, b] = [withFractions(gold), withFractions(pred)];
  // y = ±3x/4 and 3x ± 4y = 0 are two lines each.
  const [signed, others] = [expandSigns(a), expandSigns(b)];
  if (signed.length > 1 && signed.length === others.length && freeSymbols(a).size > 1)
    return sameCollection(signed, others, context);
  if (a.operators.length === 1 && b.operators.length === 1) {
    if (a.operators[0] === '≡' && b.operators[0] === '≡') return sameCongruence(a, b, context);
    return sameRelation(a, b, context);
  }
  return sameChain(a, b, context);
}

/** a : b = 3 : 4 as a/b = 3/4 */
function withFractions(node: NodeOf<'relation'>): NodeOf<'relation'> {
  if (!node.operands.some((operand) => operand.kind === 'ratio')) return node;
  const operands = node.operands.map((operand): Node =>
    operand.kind === 'ratio' && operand.parts.length === 2
      ? { kind: 'quotient', over: operand.parts[0]!, under: operand.parts[1]! }
      : operand,
  );
  return { ...node, operands };
}

function sameCongruence(a: NodeOf<'relation'>, b: NodeOf<'relation'>, context: Context): Outcome {
  // x ≡ 3 says nothing without its modulus.
  if ((a.operands[1]!.kind === 'residue') !== (b.operands[1]!.kind === 'residue')) return 'different';
  return both(judge(a.operands[0]!, b.operands[0]!, context), () => judge(a.operands[1]!, b.operands[1]!, context));
}

/** 0 < a < b, link by link, read from either end. */
function sameChain(a: NodeOf<'relation'>, b: NodeOf<'relation'>, context: Context): Outcome {
  if (a.operators.length !== b.operators.length) return 'different';
  // a = b = c says it of all three, in whatever order.
  if (a.operators.every((operator) => operator === '=') && b.operators.every((operator) => operator === '='))
    return sameCollection(a.operands, b.operands, context);
  const forward = a.operators.every((operator, k) => operator === b.operators[k]);
  const count = b.operators.length;
  const backward = a.operators.every((operator, k) => mirrored(operator) === b.operators[count - 1 - k]);
  if (forward) {
    const outcome = sameInOrder(a.operands, b.operands, context);
    if (outcome === 'equal' || !backward) return outcome;
  }
  return backward ? sameInOrder(a.operands, [...b.operands].reverse(), context) : 'different';
}

/** An equation or congruence on one side only: its value, where it only names one. */
function judgeLabelled(a: Node, b: Node, context: Context): Outcome {
  const [relation, other] = a.kind === 'relation' ? [a, b] : [b as NodeOf<'relation'>, a];
  const compare = (value: Node): Outcome =>
    a.kind === 'relation' ? judge(value, other, context) : judge(other, value, context);
  if (relation.operators.length === 1 && relation.operators[0] === '≡') {
    // x ≡ 3 (mod 7) is a class, and 3 is not.
    if (other.kind === 'list') return sameCollection(membersOf(a), membersOf(b), context);
    if (other.kind !== 'residue') return 'different';
    return compare(relation.operands[1]!);
  }
  const found = labelled(relation);
  if (found === undefined || !isValueOf(found, a.kind === 'relation')) return 'different';
  const outcome = compare(found.value);
  return outcome === 'equal' ? outcome : (approximated(relation, other, context) ?? outcome);
}

/**
 * Whether the value may be taken out of its equation. m + n = 27 answers for 27, but as the ground truth it is an
 * equation, and a² + b = 0 is one on either side.
 */
function isValueOf({ label, value }: Labelled, isGold: boolean): boolean {
  if (isPlainLabel(label) || freeSymbols(label).size === 0) return true;
  return !isGold && !(value.kind === 'number' && value.value.n === 0n);
}

/** One row of values as a node. */
export function rowNode(row: readonly Node[]): Node {
  return row.length === 1 ? row[0]! : { kind: 'tuple', items: row, open: '(', close: ')' };
}
