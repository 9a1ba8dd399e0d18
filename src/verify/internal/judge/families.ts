import { ifNumeric } from '../compute/numeric.js';
import type { Node, NodeOf } from '../parse/ast.js';
import { freeSymbols, some } from '../parse/walk.js';
import type { Context, Outcome } from './context.js';
import { membersOf } from './members.js';
import { hasOffset, PARAMETER, progressionsOf, sameNumbers, type Progression } from './progressions.js';

interface Family {
  readonly progressions: readonly Progression[];
  /** It is said that the parameter is an integer. */
  readonly declared: boolean;
  /** It gives an angle its values: x = π/4 + kπ. */
  readonly solved: boolean;
}

/**
 * Compares numbers given up to an integer: π/4 + kπ and π/4 + nπ, n ∈ ℤ, are the same numbers, whatever the integer is
 * called, from wherever it counts and however the numbers are parted.
 *
 * A letter stands for any integer where one side says so, or where the ground truth solves for an angle; 180(n − 2)° is a
 * formula in n. A ground truth that says neither is not made a family by the answer, unless it has an offset of its own and is
 * of angles or names its numbers: n = 4k + 1.
 *
 * @returns undefined where one side is no such family.
 */
export function sameFamily(gold: Node, pred: Node, context: Context): Outcome | undefined {
  if (!mayBeFamily(gold) || !mayBeFamily(pred)) return undefined;
  return ifNumeric(() => {
    // n = 6k + 1, k ∈ ℤ names what is asked for; C = π(n + 1) is a formula in n.
    const isNamed = isNamedFamily(gold, pred);
    const label = isOfIntegers(gold) || isNamed ? /^/ : ANGLE;
    const [a, b] = [familyOf(gold, label, context), familyOf(pred, label, context)];
    if (a === undefined || b === undefined) return undefined;
    const isStated =
      a.declared || a.solved || (b.declared && (isNamed || isAngular(gold)) && a.progressions.every(hasOffset));
    return isStated ? sameNumbers(a.progressions, b.progressions, context) : undefined;
  });
}

/** n = 4k + 1, if the answer declares its own letter as an integer: n = 4m + 1, m ∈ ℤ. */
function isNamedFamily(gold: Node, pred: Node): boolean {
  const name = labelOf(gold);
  if (name === undefined) return false;
  const items = itemsOf(pred);
  const [values, declarations] = [items.filter((item) => !isDeclaration(item)), items.filter(isDeclaration)];
  if (values.length !== 1 || declarations.length !== 1) return false;
  const label = labelOf(values[0]!);
  return (label === undefined || label === name) && freeSymbols(values[0]!).has(nameIn(declarations[0]!));
}

/** What an equation calls its numbers. */
function labelOf(node: Node): string | undefined {
  return withoutLabel(node, /^/) === node ? undefined : nameIn(node);
}

function nameIn(node: Node): string {
  const [first] = (node as NodeOf<'relation'>).operands;
  return (first as NodeOf<'symbol'>).name;
}

/** Whether the answer lets a letter run through the reals that the ground truth counts with: 2k + 1, k ∈ ℝ. */
export function runsThroughReals(gold: Node, pred: Node): boolean {
  const items = itemsOf(gold);
  const isFamily =
    isOfIntegers(gold) ||
    items.some((item) => withoutLabel(item, ANGLE) !== item && isAngular(item) && mentionsParameter(item));
  return isFamily && itemsOf(pred).some((item) => declares(item, /^[RC]$/));
}

function isAngular(node: Node): boolean {
  return some(node, (n) => n.kind === 'degrees' || (n.kind === 'constant' && n.name === 'pi'));
}

function mayBeFamily(node: Node): boolean {
  return mentionsParameter(node) || isOfIntegers(node);
}

/** It is said that a letter runs through the integers. */
function isOfIntegers(node: Node): boolean {
  return itemsOf(node).some((item) => isDeclaration(item) || isClass(item));
}

function mentionsParameter(node: Node): boolean {
  return some(node, (inner) => inner.kind === 'symbol' && PARAMETER.test(inner.name));
}

function familyOf(node: Node, label: RegExp, context: Context): Family | undefined {
  let declared = false;
  let solved = false;
  const values: Node[] = [];
  const names = new Set([INDEX.name]);
  for (const item of itemsOf(node)) {
    if (isDeclaration(item)) names.add(nameIn(item));
    if (isDeclaration(item)) declared = true;
    else if (isClass(item)) {
      declared = true;
      const { value, modulus } = item.operands[1];
      values.push({ kind: 'sum', terms: [value, { kind: 'product', factors: [modulus, INDEX] }] });
    } else {
      const value = withoutLabel(item, label);
      solved ||= value !== item;
      values.push(...membersOf(value));
    }
  }
  const progressions: Progression[] = [];
  for (const value of values) {
    const found = progressionsOf(value, names, context);
    if (found === undefined) return undefined;
    progressions.push(...found);
  }
  if (progressions.length === 0) return undefined;
  return { progressions, declared, solved: solved && isAngular(node) };
}

/** The items of a list, of nested lists, and of a set given by an expression and a condition. */
export function itemsOf(node: Node): readonly Node[] {
  if (node.kind === 'list') return node.items.flatMap(itemsOf);
  if (node.kind === 'builder') return [node.variable, ...itemsOf(node.condition)];
  const isMember = node.kind === 'relation' && node.operators.length === 1 && node.operators[0] === '∈';
  if (isMember && node.operands[1]!.kind === 'builder') return itemsOf(node.operands[1]);
  return [node];
}

/** n ≡ 1 (mod 6): 1 + 6k for every integer k. */
function isClass(node: Node): node is NodeOf<'relation'> & { readonly operands: readonly [Node, NodeOf<'residue'>] } {
  return node.kind === 'relation' && node.operators.join('') === '≡' && node.operands[1]!.kind === 'residue';
}

const INDEX: NodeOf<'symbol'> = { kind: 'symbol', name: 'k' };

/** k ∈ ℤ */
function isDeclaration(node: Node): boolean {
  return declares(node, /^Z$/);
}

function declares(node: Node, sets: RegExp): boolean {
  if (node.kind !== 'relation' || node.operators.join('') !== '∈') return false;
  const [element, set] = node.operands;
  return element!.kind === 'symbol' && set!.kind === 'numbers' && sets.test(set.name);
}

const ANGLE = /^(?:[2-9]?[xyztu]|theta|alpha|beta|gamma|phi|psi|omega)$/;

/** x = π/4 + kπ */
function withoutLabel(node: Node, label: RegExp): Node {
  if (node.kind !== 'relation' || node.operators.join('') !== '=') return node;
  const [named, value] = node.operands as [Node, Node];
  return named.kind === 'symbol' && label.test(named.name) && !freeSymbols(value).has(named.name) ? value : node;
}
