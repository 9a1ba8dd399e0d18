import { compare } from '../../value/rational.js';
import { numberNode, type Node } from '../ast.js';
import type { Cursor } from '../cursor.js';
import { parseNoun, parseUnit } from './unit-factors.js';
import { MAGNITUDES, partsPer, wordRole } from './unit-words.js';
import type { Unit } from './units.js';

/** Words that say of a measured amount what it measures. */
const QUALIFIERS = new Set(
  'old long tall wide high deep away later ago each apart left remaining away total'.split(' '),
);

/** @returns The value with the unit, percent sign or magnitude that follows; undefined if none of them follows. */
export function withUnit(c: Cursor, value: Node): Node | undefined {
  const start = c.position;
  const token = c.peek();
  const role = token.kind === 'word' ? wordRole(c, 0) : 'unit';
  if (role === 'percent') {
    const { per, width } = partsPer(c)!;
    c.position += width;
    if (c.atWord('points') || c.atWord('point')) c.position++;
    return per === 100 ? { kind: 'percent', operand: value } : { kind: 'percent', operand: value, per };
  }
  if (role === 'magnitude') {
    c.position++;
    const scale: Node = { kind: 'number', value: MAGNITUDES.get(token.text.toLowerCase())! };
    return { kind: 'product', factors: [value, scale] };
  }
  if (role === 'unit' && /^deg(?:rees?)?$/i.test(token.text)) {
    c.position++;
    const scale = /^(?:celsius|fahrenheit)$/i.exec(c.peek().text)?.[0];
    if (scale === undefined) return { kind: 'degrees', operand: value };
    c.position++;
    return { kind: 'quantity', value, unit: { key: scale.toLowerCase() } };
  }
  // "a square": an article.
  if (value.kind === 'symbol' && value.name === 'a' && token.kind === 'word') return undefined;
  const measured = parseUnit(c);
  if (measured !== undefined)
    while (c.peek().kind === 'word' && QUALIFIERS.has(c.peek().text.toLowerCase())) c.position++;
  const unit = measured ?? parseNoun(c);
  if (unit === undefined) {
    c.position = start;
    return undefined;
  }
  return compound(c, { kind: 'quantity', value, unit });
}

/** 5 ft 6 in: a second amount in a smaller unit of the same kind. */
function compound(c: Cursor, first: Node): Node {
  const start = c.position;
  if (c.atWord('and') || c.at(',')) c.position++;
  if (first.kind !== 'quantity' || c.peek().kind !== 'number' || first.unit.measure === undefined) {
    c.position = start;
    return first;
  }
  const value: Node = numberNode(c.next().text.split('.')[0]!);
  const unit = parseUnit(c);
  const isSmaller = unit?.measure !== undefined && compare(unit.measure.scale, first.unit.measure.scale) < 0;
  if (!isSmaller || unit.measure.dimension !== first.unit.measure.dimension) {
    c.position = start;
    return first;
  }
  const scale = (node: Node, by: Unit): Node => ({
    kind: 'product',
    factors: [node, { kind: 'number', value: by.measure!.scale }],
  });
  const { dimension } = unit.measure;
  return {
    kind: 'quantity',
    value: { kind: 'sum', terms: [scale(first.value, first.unit), scale(value, unit)] },
    unit: { key: `${first.unit.key}+${unit.key}`, measure: { dimension, scale: { n: 1n, d: 1n } } },
  };
}
