import { freeSymbols, keyOf, rewrite } from '../compute/symbols.js';
import type { Node, NodeOf } from '../parse/ast.js';
import type { Context, Outcome } from './context.js';
import { withConstantOf } from './constants.js';
import { contradictsItself } from './chains.js';
import { sameRelation } from './equations.js';
import { isEquation, isPlainLabel, labelled, type Labelled } from './labels.js';
import { sameFamily } from './families.js';
import { finiteSet, sameCollection, sameInOrder } from './collections.js';
import { isPlural, membersOf, unwrapSingle } from './members.js';
import { reduceMatrices, vectorEntries } from './matrices.js';
import { isRegional, regionOf, sameRegion } from './regions.js';
import { sameScalar } from './scalars.js';
import { componentsOf } from './vectors.js';
import { areIndexed, inUsualOrder, solutionsOf, type Solutions } from './solutions.js';

/**
 * Whether an answer says what the ground truth says. Not symmetric: what the ground truth is decides how the answer is
 * read (an answer `x = 5` is 5 where 5 is asked for).
 */
export function judge(gold: Node, pred: Node, context: Context): Outcome {
  const key = keyOf(gold);
  context.budget.spend(10 + key.length / 10);
  if (key === keyOf(pred)) return 'equal';
  // 0.25, or 25%: one value said twice.
  if (gold.kind !== 'list' && pred.kind === 'list' && pred.joins.every((join) => join === 'or')) {
    if (pred.items.every((item) => item.kind !== 'relation' && judge(gold, item, context) === 'equal')) return 'equal';
  }
  const [left, right] = [finiteSet(gold, context), finiteSet(pred, context)];
  if (left !== gold || right !== pred) return judge(left, right, context);
  const a = unwrapSingle(gold);
  const b = unwrapSingle(context.strict ? pred : withNamesOf(a, pred));
  return (
    sameFamily(a, b, context) ??
    judgeMembership(a, b, context) ??
    // [2, 2] is {2}.
    judgeRegions(gold.kind === 'set' ? gold : a, pred.kind === 'set' ? pred : b, context) ??
    judgeEquations(a, b, context) ??
    judgeCollections(a, b, context) ??
    judgeValues(a, b, context)
  );
}

/** Renames the answer's variables to the ground truth's, in order of their names. */
function withNamesOf(gold: Node, pred: Node): Node {
  const names = [...freeSymbols(gold)].sort();
  const others = [...freeSymbols(pred)].sort();
  if (names.length !== others.length) return pred;
  return rewrite(pred, (node) =>
    node.kind === 'symbol' ? { kind: 'symbol', name: names[others.indexOf(node.name)] ?? node.name } : undefined,
  );
}

/** x ∈ S answers for S, and S for x ∈ S; two memberships need the same x. */
function judgeMembership(a: Node, b: Node, context: Context): Outcome | undefined {
  const [x, y] = [membership(a), membership(b)];
  if (x === undefined && y === undefined) return undefined;
  if (x !== undefined && y !== undefined) {
    const element = judge(x.element, y.element, context);
    return element === 'equal' ? judge(x.set, y.set, context) : element;
  }
  if (x !== undefined && b.kind !== 'relation' && b.kind !== 'list') return judge(x.set, b, context);
  if (y !== undefined && a.kind !== 'relation' && a.kind !== 'list') return judge(a, y.set, context);
  // x ∈ {1, 2} against x = 1 or x = 2
  const [set, other] = x === undefined ? [y!, a] : [x, b];
  if (set.set.kind !== 'set' || set.element.kind !== 'symbol') return undefined;
  const assigned: Node = {
    kind: 'relation',
    operands: [set.element, { kind: 'list', items: set.set.items, joins: [] }],
    operators: ['='],
  };
  return x === undefined ? judge(other, assigned, context) : judge(assigned, other, context);
}

function membership(node: Node): { element: Node; set: Node } | undefined {
  if (node.kind !== 'relation' || node.operators.length !== 1 || node.operators[0] !== '∈') return undefined;
  return { element: node.operands[0]!, set: node.operands[1]! };
}

/** Inequalities, intervals and unions as sets of real numbers. */
function judgeRegions(a: Node, b: Node, context: Context): Outcome | undefined {
  if (!isRegional(a) && !isRegional(b)) return undefined;
  if (isTupleish(a) && isTupleish(b)) return undefined;
  const isInequality = (node: Node): boolean =>
    (node.kind === 'relation' && membership(node) === undefined) || node.kind === 'list';
  if (!context.allowSetRelation && !isInequality(a) && isInequality(b)) return 'different';
  const [x, y] = [regionOf(a, context), regionOf(b, context)];
  if (x === undefined || y === undefined)
    return isInequality(a) && isInequality(b) ? undefined : mixedRegions(a, b, context);
  if (x.variable !== undefined && y.variable !== undefined && x.variable !== y.variable) return 'different';
  const same = sameRegion(x, y, context);
  return same === undefined ? 'undecided' : same ? 'equal' : 'different';
}

function isTupleish(node: Node): boolean {
  if (node.kind === 'list') return !node.items.some((item) => item.kind === 'relation');
  return node.kind === 'tuple' || isPlural(node);
}

/** Sets whose ends are variables are compared piece by piece. */
function mixedRegions(a: Node, b: Node, context: Context): Outcome | undefined {
  if (a.kind === 'setOperation' && b.kind === 'setOperation' && a.operation === b.operation) {
    const straight = both(judge(a.left, b.left, context), () => judge(a.right, b.right, context));
    if (straight === 'equal' || a.operation === '∖') return straight;
    const crossed = both(judge(a.left, b.right, context), () => judge(a.right, b.left, context));
    return crossed === 'equal' ? 'equal' : straight;
  }
  if (isTupleish(a) && isTupleish(b)) return undefined;
  if (a.kind === 'builder' && b.kind === 'builder') {
    return both(judge(a.variable, b.variable, context), () => judge(a.condition, b.condition, context));
  }
  return 'different';
}

function both(first: Outcome, second: () => Outcome): Outcome {
  return first === 'equal' ? second() : first;
}

/** Assignments, labelled values, equations and inequalities. */
function judgeEquations(a: Node, b: Node, context: Context): Outcome | undefined {
  if (contradictsItself(b, context)) return 'different';
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

function isNumbered(roots: Solutions, other: Solutions): boolean {
  const base = other.names.length === 1 ? other.names[0]! : '';
  return roots.rows.length === 1 && areIndexed(roots.names) && roots.names.every((name) => name.startsWith(`${base}_`));
}

function rowNode(row: readonly Node[]): Node {
  return row.length === 1 ? row[0]! : { kind: 'tuple', items: row, open: '(', close: ')' };
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
    const outcome = compare(values.length === 1 ? values[0]! : { kind: 'list', items: values, joins: [] });
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

function judgeRelations(a: NodeOf<'relation'>, b: NodeOf<'relation'>, context: Context): Outcome {
  if (a.operators.length === 1 && b.operators.length === 1) {
    if (a.operators[0] === '≡' && b.operators[0] === '≡') return sameCongruence(a, b, context);
    return sameRelation(a, b, context);
  }
  return sameChain(a, b, context);
}

function sameCongruence(a: NodeOf<'relation'>, b: NodeOf<'relation'>, context: Context): Outcome {
  return both(judge(a.operands[0]!, b.operands[0]!, context), () => judge(a.operands[1]!, b.operands[1]!, context));
}

/** 0 < a < b, link by link, read from either end. */
function sameChain(a: NodeOf<'relation'>, b: NodeOf<'relation'>, context: Context): Outcome {
  if (a.operators.length !== b.operators.length) return 'different';
  const mirror = new Map([['<', '>'], ['>', '<'], ['≤', '≥'], ['≥', '≤']]); // prettier-ignore
  const forward = a.operators.every((operator, k) => operator === b.operators[k]);
  const count = b.operators.length;
  const backward = a.operators.every(
    (operator, k) => (mirror.get(operator) ?? operator) === b.operators[count - 1 - k],
  );
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
    // x ≡ 3 (mod 7) names a class, and 3 none.
    if (a.kind === 'relation' && b.kind !== 'residue') return 'different';
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

/** Lists, sets, tuples and matrices. */
function judgeCollections(gold: Node, pred: Node, context: Context): Outcome | undefined {
  const [a, b] = [reduceMatrices(gold, context), reduceMatrices(pred, context)];
  if (isPlural(a) || isPlural(b) || a.kind === 'set' || b.kind === 'set') return judgeMembers(a, b, context);
  if (a.kind === 'matrix' || b.kind === 'matrix') return judgeMatrices(a, b, context);
  if (a.kind === 'tuple' && b.kind === 'tuple') return judgeTuples(a, b, context);
  if (a.kind === 'tuple' || b.kind === 'tuple') {
    const [x, y] =
      a.kind === 'tuple'
        ? [a, componentsOf(b, a.items.length, context)]
        : [componentsOf(a, (b as NodeOf<'tuple'>).items.length, context), b];
    return x === undefined || y === undefined
      ? 'different'
      : judgeTuples({ ...x, open: '⟨', close: '⟩' }, { ...(y as NodeOf<'tuple'>), open: '⟨', close: '⟩' }, context);
  }
  if (a.kind === 'cases' && b.kind === 'cases')
    return sameCollection(a.rows.map(rowNode), b.rows.map(rowNode), context);
  if (a.kind === 'numbers' || b.kind === 'numbers') return 'different';
  return a === gold && b === pred ? undefined : judgeValues(a, b, context);
}

function judgeMembers(a: Node, b: Node, context: Context): Outcome {
  if (a.kind === 'tuple' || b.kind === 'tuple') {
    const [tuple, other] = a.kind === 'tuple' ? [a, b] : [b as NodeOf<'tuple'>, a];
    // 1, 3 answers for the pair (1, 3); a set {1, 3} is no pair, nor is a closed interval [1, 3] a list.
    const isOrdered = other.kind === 'list' && other.joins.every((join) => join !== 'or');
    const isOpen = tuple.items.length > 2 || tuple.open === tuple.close || (tuple.open === '(' && tuple.close === ')');
    if (isOrdered && isOpen && !other.items.some((item) => item.kind === 'tuple')) {
      return a.kind === 'tuple'
        ? sameInOrder(a.items, other.items, context)
        : sameInOrder(other.items, tuple.items, context);
    }
    if (!context.strict && other.kind === 'set')
      return sameCollection(
        membersOf(a.kind === 'tuple' ? listOf(a) : a),
        membersOf(b.kind === 'tuple' ? listOf(b) : b),
        context,
      );
  }
  const isSet = a.kind === 'set' || b.kind === 'set';
  return sameCollection(membersOf(a), membersOf(b), context, isSet);
}

function listOf(tuple: NodeOf<'tuple'>): Node {
  return { kind: 'list', items: tuple.items, joins: [] };
}

function judgeTuples(a: NodeOf<'tuple'>, b: NodeOf<'tuple'>, context: Context): Outcome {
  const isInterval = a.items.length === 2 && b.items.length === 2;
  const sameBrackets = a.open === b.open && a.close === b.close;
  if (isInterval && !sameBrackets && a.open !== '⟨' && b.open !== '⟨') return 'different';
  return sameInOrder(a.items, b.items, context);
}

function judgeMatrices(a: Node, b: Node, context: Context): Outcome {
  if (a.kind === 'matrix' && b.kind === 'matrix') {
    const sameShape = a.rows.length === b.rows.length && a.rows[0]?.length === b.rows[0]?.length;
    return sameShape ? sameInOrder(a.rows.flat(), b.rows.flat(), context) : 'different';
  }
  const [matrix, other] = a.kind === 'matrix' ? [a, b] : [b as NodeOf<'matrix'>, a];
  const components = componentsOf(other, matrix.rows.flat().length, context);
  if (components !== undefined)
    return judgeMatrices(a.kind === 'matrix' ? a : components, b.kind === 'matrix' ? b : components, context);
  if (other.kind !== 'tuple')
    return matrix.rows.flat().length === 1
      ? judge(a.kind === 'matrix' ? matrix.rows[0]![0]! : a, b.kind === 'matrix' ? matrix.rows[0]![0]! : b, context)
      : 'different';
  // [[1, 2], [3, 4]], or a vector written as a point.
  const rows = other.items.every((item) => item.kind === 'tuple') ? other.items.map((item) => item.items) : undefined;
  const written = rows === undefined ? other.items : rows.flat();
  const entries =
    rows === undefined ? vectorEntries(matrix) : sameShapeRows(matrix, rows) ? matrix.rows.flat() : undefined;
  if (entries === undefined) return 'different';
  return a.kind === 'matrix' ? sameInOrder(entries, written, context) : sameInOrder(written, entries, context);
}

function sameShapeRows(matrix: NodeOf<'matrix'>, rows: readonly (readonly Node[])[]): boolean {
  return matrix.rows.length === rows.length && rows.every((row) => row.length === matrix.rows[0]!.length);
}

function judgeValues(a: Node, b: Node, context: Context): Outcome {
  if (isEndless(a) && isEndless(b)) return 'equal';
  if (a.kind === 'text' || b.kind === 'text' || a.kind === 'opaque' || b.kind === 'opaque') return 'different';
  return sameScalar(a, withConstantOf(a, b, context), context);
}

/** ∞ for "infinitely many". */
function isEndless(node: Node): boolean {
  return (
    (node.kind === 'constant' && node.name === 'infinity') || (node.kind === 'text' && node.words === 'infinitely many')
  );
}
