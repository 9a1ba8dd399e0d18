import type { Budget } from '../budget.js';
import type { Complex } from '../value/complex.js';
import type { Scope } from './exact.js';

/** What an expression is evaluated with. */
export interface Point {
  readonly precision: number;
  readonly budget: Budget;
  /** Values of the free symbols. */
  readonly values: ReadonlyMap<string, Complex>;
  /** Those of them that are rational, for exponents and factorials. */
  readonly rationals: Scope;
  /** Roots and logarithms of negative numbers are undefined. */
  readonly realOnly?: boolean;
  /** What `\log` without a base means. */
  readonly log: 'natural' | 'ten';
  /** The coefficients of the polynomial that stands for a function the answer leaves open. */
  readonly coefficients?: (name: string) => readonly Complex[];
}

/** The node has no numeric value: a set, a text, a function that is not known. Caught inside this room. */
export class NotNumeric extends Error {}
