import type { Rational } from '../../value/rational.js';
import type { Node, NodeOf } from '../../parse/ast.js';

/** Moves a unit from the last term or factor to the whole: −(5 cm), 2√3 + 4 cm. */
export function liftUnit(node: Node): Node {
  if (node.kind === 'negative') {
    const inner = liftUnit(node.operand);
    if (inner.kind === 'quantity') return { ...inner, value: { kind: 'negative', operand: inner.value } };
    if (inner.kind === 'percent' || inner.kind === 'degrees')
      return { ...inner, operand: { kind: 'negative', operand: inner.operand } };
    return node;
  }
  if (node.kind === 'sum') return liftFromSum(node);
  if (node.kind === 'product') {
    const last = node.factors.at(-1)!;
    if (last.kind === 'quantity')
      return { ...last, value: { kind: 'product', factors: [...node.factors.slice(0, -1), last.value] } };
    const first = node.factors[0]!;
    if (first.kind === 'quantity' && node.factors.slice(1).every((factor) => factor.kind !== 'quantity')) {
      return { ...first, value: { kind: 'product', factors: [first.value, ...node.factors.slice(1)] } };
    }
  }
  if (node.kind === 'quotient') {
    const ratio = ratioOf(node);
    if (ratio !== undefined) return ratio;
  }
  if (node.kind === 'quotient' && node.over.kind === 'quantity' && node.under.kind !== 'quantity') {
    return { ...node.over, value: { kind: 'quotient', over: node.over.value, under: node.under } };
  }
  return node;
}

/** 1 km / 1 m: amounts of one kind leave a number. */
function ratioOf({ over, under }: NodeOf<'quotient'>): Node | undefined {
  if (over.kind !== 'quantity' || under.kind !== 'quantity') return undefined;
  const [x, y] = [over.unit.measure, under.unit.measure];
  if (x === undefined || x.dimension !== y?.dimension) return undefined;
  const scaled = (value: Node, scale: Rational): Node => ({
    kind: 'product',
    factors: [value, { kind: 'number', value: scale }],
  });
  return { kind: 'quotient', over: scaled(over.value, x.scale), under: scaled(under.value, y.scale) };
}

function liftFromSum(node: NodeOf<'sum'>): Node {
  const terms = node.terms.map(liftUnit);
  const last = terms.at(-1)!;
  if (last.kind !== 'quantity') return node;
  const isUniform = terms.every((term) => (term.kind === 'quantity' ? term.unit.key === last.unit.key : true));
  if (!isUniform) return node;
  return {
    ...last,
    value: { kind: 'sum', terms: terms.map((term) => (term.kind === 'quantity' ? term.value : term)) },
  };
}
