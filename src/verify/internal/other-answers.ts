import type { Verdict } from '../../base/index.js';
import { attempt, Broken } from './attempt.js';
import { Budget, DEFAULT_STEPS, STEPS_OF_DOUBT } from './budget.js';
import { alternatives, type Alternative } from './extract/alternatives.js';
import { blank } from './extract/markup.js';
import type { ExtractedAnswer, Said } from './extract/find-answer.js';
import type { Grading } from './grading.js';
import { FORMULA, type GroundTruth } from './ground-truth.js';
import { compareAnswers } from './judge/compare-answers.js';
import { EQUAL, type Comparison } from './judge/context.js';
import { freeSymbols } from './parse/walk.js';
import { cleanAnswer } from './read/clean.js';
import type { ReadOptions } from './read/meanings.js';
import { readAnswer, type ReadAnswer } from './read/read-answer.js';

/** How an answer compares with the ground truth; `undecided` with a cause says what keeps the two from being compared. */
export interface Finding {
  readonly outcome: 'equal' | 'different' | 'undecided';
  readonly reason: string;
  readonly cause?: Extract<Verdict, { kind: 'incorrect' }>['cause'];
}

/** The steps of one comparison; the rest is kept for asking whether the ground truth can be judged. */
const STEPS = DEFAULT_STEPS - STEPS_OF_DOUBT;

/** Compares a text that stands where the answer was found with the ground truth. */
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

/** The decimal places of a ground truth that says itself that it is rounded: ≈ 7.07. */
function statedPlaces(text: string): number {
  return /^(?:[A-Za-z]\s*)?\\(?:approx|simeq|doteq)\s*\\?\$?-?\d[\d,]*\.(\d+)/.exec(text)?.[1]?.length ?? Infinity;
}

/** The unit behind a box: $\boxed{12}$ cm. */
const UNIT = /^[\s$\\)\]}]*(?:\\?text\{)?\s*(?!or\b|and\b|is\b|but\b)([A-Za-z]{1,14})(?![A-Za-z])/;
/** The unit in a box: $\boxed{12\text{ cm}}$. */
const OWN_UNIT = /\d\s*(?:\\[,;: ]|~)*\s*\\(?:text|mathrm|textrm|mbox)\{\s*([A-Za-z]{1,14})\s*\}$/;
const SHORT_BOX = /\\(?:boxed|fbox|framebox)\s*\{[^{}\n]{0,200}\}/g;

/**
 * The second answer that a text offers beside a right one, if it is not the same in another form or unit. One budget serves
 * all that is offered. What cannot be judged within it, or has no value, counts as another answer only where the words say
 * that it is one ("another possibility is"): behind a bare "or" it may be the same, and a right answer stays right.
 */
export function anotherAnswer(
  said: Said,
  found: ExtractedAnswer,
  truth: GroundTruth,
  grading: Grading,
): Finding | undefined {
  const [start, end] = [found.start - said.offset, found.end - said.offset];
  const ownUnit = OWN_UNIT.exec(found.text)?.[1];
  const unitBehind = UNIT.exec(said.text.slice(end, end + 40))?.[1];
  const unit = unitBehind ?? ownUnit;
  // Boxes that the options leave out offer nothing.
  const isLeftOut = found.kind !== 'box' && /^(?:after|ignored)/.test(grading.search.boxes);
  const text = isLeftOut ? said.text.replace(SHORT_BOX, blank) : said.text;
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

/** The decimals of a value that may round the answer: 3.14 beside 22/7. */
function decimalPlaces(text: string): number {
  return /^-?\d+\.(\d{2,})$/.exec(text)?.[1]?.length ?? Infinity;
}

/** What has several numbers in it answers for no number, nor the other way. */
const SEVERAL = /^(?:tuple|set|list|matrix|builder|setOperation)$/;

/** Whether a bare "or" names what no answer to the question is: in another unit, in letters, or an option's value or letter. */
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
