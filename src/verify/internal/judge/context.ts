import type { Evaluation, Outcome } from '../compute/same-value.js';
import type { Node } from '../parse/ast.js';

export type { Outcome } from '../compute/same-value.js';

/** What a whole comparison is made under: the work that is left and what the caller asked for. */
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
  /** What keeps the answer from being compared. */
  readonly cause?: 'unreadable' | 'unsupported' | 'no-value';
}

/** Whether one side says what the other says. */
export type Judge = (gold: Node, pred: Node, context: Context) => Outcome;

/** What the rules of a comparison are handed: its conditions, and all rules together for the parts of what they compare. */
export interface Context extends Conditions {
  readonly judge: Judge;
  /** Takes what decided that two parts differ, the innermost first. */
  readonly rules: string[];
}

/** Whether a part of the answer says what a part of the ground truth says, by all rules. */
export const judge: Judge = (gold, pred, context) => context.judge(gold, pred, context);

/** Why two readings differ where no rule says more. */
export const OTHER_VALUE = 'a different value';

export const EQUAL: Comparison = { outcome: 'equal', reason: '' };
