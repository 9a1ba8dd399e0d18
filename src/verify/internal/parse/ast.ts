import type { Rational } from '../value/rational.js';
import type { Unit } from './units/units.js';

/** How two operands of a chain are related. */
export type Relation = '=' | '≠' | '<' | '≤' | '>' | '≥' | '≈' | '≡' | '∈' | '∉' | '⊂' | '⊃' | '⊊' | '⊋' | '~';

/** How a conclusion and its premise are joined. */
export type Link = '⇒' | 'so' | 'since';

/** A separator of two members of a list. */
export type Join = ',' | ';' | 'and' | 'or';

/**
 * The tree of an answer as it was written: brackets are kept, nothing is evaluated.
 *
 * A pair in round brackets is a `tuple` even where an open interval is meant: only the other side can tell.
 */
export type Node =
  /**
   * `digits`: how many stood behind the decimal point of a decimal, so that an approximate answer can be recognized; `exponent`:
   * the power of ten it was written with; `truncated`: dots follow, and `cycle` where the digits before them repeat.
   */
  | {
      readonly kind: 'number';
      readonly value: Rational;
      readonly digits?: number;
      readonly exponent?: number;
      readonly truncated?: boolean;
      readonly cycle?: boolean;
    }
  | { readonly kind: 'symbol'; readonly name: string }
  | { readonly kind: 'constant'; readonly name: 'pi' | 'e' | 'i' | 'infinity' }
  | { readonly kind: 'sum'; readonly terms: readonly Node[] }
  | { readonly kind: 'product'; readonly factors: readonly Node[] }
  | { readonly kind: 'negative'; readonly operand: Node }
  | { readonly kind: 'quotient'; readonly over: Node; readonly under: Node }
  | { readonly kind: 'power'; readonly base: Node; readonly exponent: Node }
  | { readonly kind: 'root'; readonly radicand: Node; readonly index: Node }
  /** A function: a known one (`sin`, `log` with its base as second argument) or, with `free`, one the answer leaves open. */
  | { readonly kind: 'apply'; readonly name: string; readonly args: readonly Node[]; readonly free?: true }
  /** ±operand, or ∓operand with sign −1, as a term or a whole. */
  | { readonly kind: 'plusMinus'; readonly operand: Node; readonly sign: 1 | -1 }
  | {
      readonly kind: 'series';
      readonly operation: 'sum' | 'product';
      readonly index: string;
      readonly from: Node;
      readonly to: Node;
      readonly body: Node;
    }
  /** Hundredths, or with `per` other parts: 1000 for ‰, a million for ppm. */
  | { readonly kind: 'percent'; readonly operand: Node; readonly per?: number }
  | { readonly kind: 'degrees'; readonly operand: Node }
  | { readonly kind: 'quantity'; readonly value: Node; readonly unit: Unit }
  | { readonly kind: 'relation'; readonly operands: readonly Node[]; readonly operators: readonly Relation[] }
  /** A class of numbers, or with `remainder` (`17 \bmod 5`) the one that remains. */
  | { readonly kind: 'residue'; readonly value: Node; readonly modulus: Node; readonly remainder?: true }
  | { readonly kind: 'list'; readonly items: readonly Node[]; readonly joins: readonly Join[] }
  | { readonly kind: 'tuple'; readonly items: readonly Node[]; readonly open: Bracket; readonly close: Bracket }
  | { readonly kind: 'set'; readonly items: readonly Node[] }
  | { readonly kind: 'builder'; readonly variable: Node; readonly condition: Node }
  | { readonly kind: 'numbers'; readonly name: 'R' | 'Z' | 'N' | 'Q' | 'C' | 'empty' | 'Z+' | 'R+' | 'R-' }
  | { readonly kind: 'setOperation'; readonly operation: '∪' | '∩' | '∖'; readonly left: Node; readonly right: Node }
  | { readonly kind: 'matrix'; readonly rows: readonly (readonly Node[])[] }
  | { readonly kind: 'cases'; readonly rows: readonly (readonly Node[])[] }
  | { readonly kind: 'based'; readonly digits: string; readonly base: number }
  /** `time`: it may be a time of day, 2:30, in minutes; `spoken`: "3 to 4", which may be a range. */
  | { readonly kind: 'ratio'; readonly parts: readonly Node[]; readonly time?: number; readonly spoken?: true }
  | { readonly kind: 'clock'; readonly minutes: number; readonly half: '' | 'am' | 'pm' }
  /** x² = 4 ⇒ x = ±2: a premise and its conclusion, joined by an arrow, "so" or "since". */
  | {
      readonly kind: 'implication';
      readonly premises: readonly Node[];
      readonly conclusion: Node;
      readonly link: Link;
    }
  | { readonly kind: 'text'; readonly words: string }
  /** Understood as far as its shape (an integral, a limit, dots): equal only to the same written again. */
  | { readonly kind: 'opaque'; readonly source: string };

export type Bracket = '(' | ')' | '[' | ']' | '⟨' | '⟩';

export type NodeOf<K extends Node['kind']> = Extract<Node, { readonly kind: K }>;

/** A whole number, from its value or its digits. */
export function numberNode(n: bigint | number | string): NodeOf<'number'> {
  return { kind: 'number', value: { n: BigInt(n), d: 1n } };
}

/** a − b */
export function differenceNode(a: Node, b: Node): NodeOf<'sum'> {
  return { kind: 'sum', terms: [a, { kind: 'negative', operand: b }] };
}

/** @returns A list of these items with the same join between all of them. */
export function listNode(items: readonly Node[], join: Join = ','): NodeOf<'list'> {
  return { kind: 'list', items, joins: items.slice(1).map(() => join) };
}
