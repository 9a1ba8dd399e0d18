import type { Evaluation, Outcome } from '../compute/same-value.js';
import type { Node } from '../parse/ast.js';

export type { Outcome } from '../compute/same-value.js';

/** The settings of a whole comparison: the rest of the budget, and the caller's options. */
export interface Conditions extends Evaluation {
  /** Names of variables matter, and a set is no tuple. */
  readonly strict: boolean;
  /** Decimal places to which an approximate answer must agree. */
  readonly floatRounding: number;
  /** A set in the ground truth may be answered by a solved inequality (the other direction is always allowed). */
  readonly allowSetRelation: boolean;
  /** 1 m equals 100 cm. */
  readonly convertUnits: boolean;
  /** 25% answers for 25. */
  readonly barePercent: boolean;
  /** An answer has to be evaluated as far as the ground truth is. */
  readonly requireEvaluated: boolean;
}

/** How two readings compare, and why not, in words. */
export interface Comparison {
  readonly outcome: Outcome;
  readonly reason: string;
  /** Why the answer cannot be compared. */
  readonly cause?: 'unreadable' | 'unsupported' | 'no-value';
}

/** Compares two trees. */
export type Judge = (gold: Node, pred: Node, context: Context) => Outcome;

/** The argument of every rule: the settings of the comparison, and `judge`, by which a rule compares parts of its trees with all rules. */
export interface Context extends Conditions {
  readonly judge: Judge;
  /** The reasons why parts differ, the innermost first; rules add to it. */
  readonly rules: string[];
}

/** Compares two trees by all rules. */
export const judge: Judge = (gold, pred, context) => context.judge(gold, pred, context);

/** Why two readings differ where no rule says more. */
export const OTHER_VALUE = 'a different value';

export const EQUAL: Comparison = { outcome: 'equal', reason: '' };
