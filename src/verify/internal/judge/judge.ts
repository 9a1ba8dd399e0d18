import { listNode, type Node, type NodeOf } from '../parse/ast.js';
import { freeSymbols, keyOf, rewrite } from '../parse/walk.js';
import { judgeEquations, rowNode } from './equations/assignments.js';
import { eachOfChain, withoutIdentity } from './equations/chains.js';
import { sameSum, withSeriesClosed } from './closed-series.js';
import { areJoinedOtherwise, isPlural, membersOf, unwrapSingle } from './members.js';
import { samePieces } from './by-cases.js';
import { followsFromItsLike } from './implied.js';
import { finiteSet, holdsNothing, sameCollection, sameInOrder } from './collections.js';
import { undeclared, withConstantOf, withDotsSummed, withoutReals } from './simplify.js';
import { OTHER_VALUE, judge, type Context, type Outcome } from './context.js';
import { runsThroughReals, sameFamily } from './families.js';
import { reduceMatrices, vectorEntries } from './matrices.js';
import { sameByParameter } from './same-parameter.js';
import { sameScalar } from './numbers/scalars.js';
import { judgeMembership, judgeRegions, judgeTuples, mixedRegions } from './sets/sets.js';
import { componentsOf } from './vectors.js';

/**
 * Whether an answer says what the ground truth says. Not symmetric: what the ground truth is decides how the answer is
 * read (an answer `x = 5` is 5 where 5 is asked for).
 */
export function judgeByAllRules(gold: Node, pred: Node, context: Context): Outcome {
  const key = keyOf(gold);
  context.budget.spend(10 + key.length / 10);
  if (holdsNothing(gold) || holdsNothing(pred)) return 'different';
  if (key === keyOf(pred)) return 'equal';
  if (gold.kind === 'implication') return judge(gold.conclusion, pred, context);
  if (pred.kind === 'implication') {
    if (!followsFromItsLike(pred, context)) return noted(context, 'concluded from something else', 'different')!;
    return judge(gold, pred.conclusion, context);
  }
  // Most answers are numbers, of which no other rule has anything to say.
  if (isNumeral(gold) && isNumeral(pred)) return noted(context, OTHER_VALUE, sameScalar(gold, pred, context))!;
  // 0.25, or 25%: one value said twice.
  if (gold.kind !== 'list' && pred.kind === 'list' && pred.joins.every((join) => join === 'or')) {
    if (pred.items.every((item) => item.kind !== 'relation' && judge(gold, item, context) === 'equal')) return 'equal';
  }
  if (runsThroughReals(gold, pred)) return noted(context, 'other numbers up to an integer', 'different')!;
  const [left, right] = [gold, pred].map((side) =>
    withSeriesClosed(withDotsSummed(finiteSet(withoutReals(withoutIdentity(side)), context), context), context),
  ) as [Node, Node];
  if (left !== gold || right !== pred) return judge(left, right, context);
  // A parameter is declared on one side only.
  const [bareGold, barePred] = [undeclared(gold), undeclared(pred)];
  if (
    (bareGold === undefined) !== (barePred === undefined) &&
    judge(bareGold ?? gold, barePred ?? pred, context) === 'equal'
  )
    return 'equal';
  const a = eachOfChain(unwrapSingle(gold));
  const named = unwrapSingle(context.strict ? pred : withNamesOf(a, pred));
  // As the value of a number x = y = 5 says it once.
  const b = /^(?:relation|list|tuple|set|matrix)$/.test(a.kind) ? eachOfChain(named) : named;
  const pieces = samePieces(a, b, context);
  if (pieces !== undefined) return noted(context, OTHER_VALUE, pieces)!;
  return (
    sameByParameter(a, b, context) ??
    noted(context, 'other numbers up to an integer', sameFamily(a, b, context)) ??
    noted(context, 'another membership', judgeMembership(a, b, context)) ??
    // [2, 2] is {2}.
    noted(
      context,
      'another set of real numbers',
      judgeRegions(gold.kind === 'set' ? gold : a, pred.kind === 'set' ? pred : b, context),
    ) ??
    noted(context, 'another equation or inequality', judgeEquations(a, b, context)) ??
    noted(context, 'other members, or in another order', judgeCollections(a, b, context)) ??
    noted(context, OTHER_VALUE, judgeValues(a, b, context))!
  );
}

/** 5, −5 */
function isNumeral(node: Node): boolean {
  return node.kind === 'number' || (node.kind === 'negative' && node.operand.kind === 'number');
}

/** The outcome, with the rule that it was found by where it is a difference. */
function noted(context: Context, rule: string, outcome: Outcome | undefined): Outcome | undefined {
  if (outcome === 'different') context.rules.push(rule);
  return outcome;
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
  if (a.kind === 'setOperation' && b.kind === 'setOperation') return mixedRegions(a, b, context);
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
        membersOf(a.kind === 'tuple' ? listNode(a.items) : a),
        membersOf(b.kind === 'tuple' ? listNode(b.items) : b),
        context,
      );
  }
  if (areJoinedOtherwise(a, b)) return 'different';
  const isSet = a.kind === 'set' || b.kind === 'set';
  return sameCollection(membersOf(a), membersOf(b), context, isSet);
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
  return sameSum(a, b, context) ?? sameScalar(a, withConstantOf(a, b, context), context);
}

/** ∞ for "infinitely many". */
function isEndless(node: Node): boolean {
  return (
    (node.kind === 'constant' && node.name === 'infinity') || (node.kind === 'text' && node.words === 'infinitely many')
  );
}
