import type { Verdict } from '../../base/index.js';
import { attempt, Broken } from './attempt.js';
import { Budget, DEFAULT_STEPS, RESERVED_STEPS } from './budget.js';
import { alternatives, type Alternative } from './extract/alternatives.js';
import { blank } from './extract/markup.js';
import type { ExtractedAnswer, VisibleText } from './extract/find-answer.js';
import type { Grading } from './grading.js';
import { FORMULA, type GroundTruth } from './ground-truth.js';
import { compareAnswers } from './judge/compare-answers.js';
import { EQUAL, type Comparison } from './judge/context.js';
import { freeSymbols } from './parse/walk.js';
import { cleanAnswer } from './read/clean.js';
import type { ReadOptions } from './read/meanings.js';
import { readAnswer, type ReadAnswer } from './read/read-answer.js';

/** How an answer compares with the ground truth. `cause` says why the two cannot be compared. */
export interface Finding {
  readonly outcome: 'equal' | 'different' | 'undecided';
  readonly reason: string;
  readonly cause?: Extract<Verdict, { kind: 'incorrect' }>['cause'];
}

/** The steps of one comparison. */
const STEPS = DEFAULT_STEPS - RESERVED_STEPS;

/** Compares a text with the ground truth. `found` decides how the text is read: a box is a formula, prose may have decimal commas. */
export function compareWithTruth(
  text: string,
  found: ExtractedAnswer,
  { written, reading }: GroundTruth,
  grading: Grading,
  budget = new Budget(STEPS),
): Comparison {
  if (text.trim() === written.trim()) return EQUAL;
  const answer = readAnswer(text, {
    missingBraces: grading.missingBraces,
    decimalComma: decimalComma(found, grading.search.formulas),
  });
  const floatRounding = Math.min(grading.floatRounding, statedPlaces(reading.text));
  return compareAnswers(reading, answer, grading, floatRounding, budget);
}

function decimalComma({ kind, text }: ExtractedAnswer, formulas: boolean): ReadOptions['decimalComma'] {
  if (kind === 'box' || text.replaceAll('\\$', '').includes('\\')) return 'never';
  return kind === 'expression' || !formulas ? 'always' : 'likely';
}

/** The decimal places of a ground truth with a sign of rounding: ≈ 7.07. */
function statedPlaces(text: string): number {
  return /^(?:[A-Za-z]\s*)?\\(?:approx|simeq|doteq)\s*\\?\$?-?\d[\d,]*\.(\d+)/.exec(text)?.[1]?.length ?? Infinity;
}

/** The unit behind a box: $\boxed{12}$ cm. */
const UNIT = /^[\s$\\)\]}]*(?:\\?text\{)?\s*(?!or\b|and\b|is\b|but\b)([A-Za-z]{1,14})(?![A-Za-z])/;
/** The unit in a box: $\boxed{12\text{ cm}}$. */
const OWN_UNIT = /\d\s*(?:\\[,;: ]|~)*\s*\\(?:text|mathrm|textrm|mbox)\{\s*([A-Za-z]{1,14})\s*\}$/;
const SHORT_BOX = /\\(?:boxed|fbox|framebox)\s*\{[^{}\n]{0,200}\}/g;

/**
 * Finds a second answer that the text offers beside a right one, unless it is the same value in another form or unit. All
 * second answers share one budget. A second answer that cannot be judged, or has no value, counts only if the words call it
 * another answer ("another possibility is"). After a bare "or" it may be the same value, and the right answer stays right.
 */
export function anotherAnswer(
  visible: VisibleText,
  found: ExtractedAnswer,
  truth: GroundTruth,
  grading: Grading,
): Finding | undefined {
  const [start, end] = [found.start - visible.offset, found.end - visible.offset];
  const ownUnit = OWN_UNIT.exec(found.text)?.[1];
  const unitBehind = UNIT.exec(visible.text.slice(end, end + 40))?.[1];
  const unit = unitBehind ?? ownUnit;
  // Boxes that the options exclude offer no second answer.
  const isLeftOut = found.kind !== 'box' && /^(?:after|ignored)/.test(grading.search.boxes);
  const text = isLeftOut ? visible.text.replace(SHORT_BOX, blank) : visible.text;
  const others = alternatives(text, start, end, found.text, unit);
  if (others.length === 0) return undefined;
  const measured = unit === undefined || ownUnit !== undefined ? found.text : `${found.text}\\text{ ${unit}}`;
  const itself = (): GroundTruth => ({ written: measured, reading: readAnswer(measured, FORMULA) });
  const budget = new Budget(STEPS);
  const compareWith = (other: string): readonly (Comparison | Broken)[] => {
    const answer = cleanAnswer(other);
    const rounded = { ...grading, floatRounding: Math.min(grading.floatRounding, decimalPlaces(answer)) };
    return [
      attempt(() => compareWithTruth(answer, found, truth, rounded, budget)),
      attempt(() => compareWithTruth(answer, found, itself(), rounded, budget)),
    ];
  };
  for (const other of others) {
    const { readings, plain } = other;
    if (!plain && isOfAnotherKind(other, unit, truth.reading)) continue;
    const comparisons = readings.flatMap(compareWith);
    const hasOutcome = (outcome: Comparison['outcome']): boolean =>
      comparisons.some((comparison) => !(comparison instanceof Broken) && comparison.outcome === outcome);
    if (hasOutcome('equal')) continue;
    const reason = 'the text offers another answer beside it';
    if (comparisons.length === 0 || hasOutcome('different')) return { outcome: 'different', reason };
    const { cause } = comparisons[0]!;
    if (plain)
      return {
        outcome: 'different',
        reason: `${reason}, which cannot be judged`,
        ...(cause === undefined ? {} : { cause }),
      };
  }
  return undefined;
}

/** The decimal places of a value that may be the rounded answer: 3.14 beside 22/7. */
function decimalPlaces(text: string): number {
  return /^-?\d+\.(\d{2,})$/.exec(text)?.[1]?.length ?? Infinity;
}

/** Kinds of nodes that hold several numbers. Such a value is no second answer to a question for one number. */
const SEVERAL = /^(?:tuple|set|list|matrix|builder|setOperation)$/;

/** Whether the value after a bare "or" cannot answer the question: it has another unit, variables or several numbers, or is no choice. */
function isOfAnotherKind({ readings, unit }: Alternative, own: string | undefined, truth: ReadAnswer): boolean {
  if (unit !== undefined && unit !== own) return true;
  const [value] = readings;
  if (value === undefined) return false;
  if (truth.choice !== undefined) return !/^\W*(?:\\(?:text|textbf|mathrm|boxed)\{\W*)?[A-J]\W*$/.test(value);
  const reading = attempt(() => readAnswer(cleanAnswer(value), FORMULA));
  const node = reading instanceof Broken ? undefined : reading.nodes[0];
  const wanted = truth.nodes[0];
  if (node === undefined || wanted === undefined) return false;
  const named = node.kind === 'relation' ? node.operands.at(-1)! : node;
  if (SEVERAL.test(named.kind) && !SEVERAL.test(wanted.kind) && wanted.kind !== 'relation') return true;
  return freeSymbols(wanted).size === 0 && freeSymbols(named).size > 0;
}
