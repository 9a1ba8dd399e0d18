import { sameValue } from '../../compute/same-value.js';
import type { Node, NodeOf } from '../../parse/ast.js';
import { freeSymbols } from '../../parse/walk.js';
import type { Context, Outcome } from '../context.js';
import { sameNumber } from './same-number.js';

/** A class of numbers with the same remainder; `17 \\bmod 5` alone is a number. */
function isClass(node: Node): node is NodeOf<'residue'> {
  return node.kind === 'residue' && node.remainder !== true;
}

/**
 * The same class. A number answers for a class as what remains, 3 for 3 (mod 7), and a class for a number that is written
 * in it as what remains: 3 (mod 7) is 3, but neither 10 nor 10 (mod 7) is the other.
 */
export function sameResidue(gold: Node, pred: Node, context: Context): Outcome {
  if (!isClass(gold) && !isClass(pred)) return sameNumber(gold, pred, context);
  if (isClass(gold) && isClass(pred)) {
    const modulus = sameValue(gold.modulus, pred.modulus, context);
    if (modulus !== 'equal') return modulus;
    const remains = ({ value, modulus: m }: NodeOf<'residue'>): Node => ({
      kind: 'residue',
      value,
      modulus: m,
      remainder: true,
    });
    return sameValue(remains(gold), remains({ ...pred, modulus: gold.modulus }), context);
  }
  if (!isClass(gold))
    return isRemainder(pred as NodeOf<'residue'>)
      ? sameNumber(gold, (pred as NodeOf<'residue'>).value, context)
      : 'different';
  if (freeSymbols(gold).size > 0) return 'different';
  return sameNumber({ kind: 'residue', value: gold.value, modulus: gold.modulus, remainder: true }, pred, context);
}

/** 3 (mod 7), where 10 (mod 7) is a class only. */
function isRemainder({ value, modulus }: NodeOf<'residue'>): boolean {
  if (value.kind !== 'number' || modulus.kind !== 'number') return false;
  return value.value.d === 1n && modulus.value.d === 1n && value.value.n >= 0n && value.value.n < modulus.value.n;
}
