import type { Verdict } from '../base/index.js';
import { attempt, Broken } from './internal/attempt.js';
import { Budget, DEFAULT_STEPS, LIMITS, LimitReached, STEPS_OF_DOUBT } from './internal/budget.js';
import { alternatives } from './internal/extract/alternatives.js';
import { findAnswer, type ExtractedAnswer, type Search } from './internal/extract/find-answer.js';
import { countsWithSome } from './internal/extract/indices.js';
import { boxedAnswer } from './internal/extract/joined-boxes.js';
import { readOptions, type Grading } from './internal/grading.js';
import { canBeJudged } from './internal/judge/can-be-judged.js';
import { compareAnswers } from './internal/judge/compare-answers.js';
import { isDescription } from './internal/judge/compare-descriptions.js';
import { EQUAL, type Comparison } from './internal/judge/context.js';
import { cleanAnswer } from './internal/read/clean.js';
import { type ReadOptions } from './internal/read/meanings.js';
import { readAnswer, type ReadAnswer } from './internal/read/read-answer.js';
import type { VerifyMathOptions } from './options.js';

type Incorrect = Extract<Verdict, { kind: 'incorrect' }>;

/**
 * Grades the final answer of a response against the ground truth.
 *
 * Pure, never throws on any text, and bounded. A response cannot make itself undecided: where the ground truth is
 * understood, an answer that is cut off, has no value, is not evaluated, costs too much or breaks the verifier is `incorrect`,
 * with its `cause`.
 *
 * @param response - What the model wrote; its answer is found as `extractAnswer` says.
 * @param groundTruth - The answer it should have given: bare, between `$`, boxed, or at the end of a worked solution.
 * @returns `correct`; `incorrect` with the reason, how both sides were read included; `undecided` where the ground truth
 *   is empty, is not understood or cannot be judged.
 * @throws TypeError or RangeError for options that are none, and TypeError for a response or ground truth that is no string.
 */
export function verifyMath(response: string, groundTruth: string, options?: VerifyMathOptions): Verdict {
  if (typeof response !== 'string') throw new TypeError(`response: expected a string, got ${typeof response}`);
  if (typeof groundTruth !== 'string') throw new TypeError(`groundTruth: expected a string, got ${typeof groundTruth}`);
  const grading = readOptions(options);
  const gold = attempt(() => readGold(groundTruth, grading));
  if (gold instanceof Broken) return { kind: 'undecided', reason: `the ground truth: ${gold.reason}` };
  if (gold === undefined) return { kind: 'undecided', reason: 'the ground truth is empty' };
  const verdict = attempt(() => grade(response, groundTruth, gold, grading));
  if (!(verdict instanceof Broken)) return verdict;
  const found = attempt(() => findAnswer(response, withLetters(grading.search, gold)));
  const answer = found instanceof Broken ? undefined : found?.text;
  const { reason, cause } = verdict;
  return blamed(gold, { kind: 'incorrect', answer, reason: `the answer: ${reason}`, cause }, grading);
}

/** The answer is to blame where the ground truth can be judged; else nothing is known. */
function blamed(gold: ReadAnswer, verdict: Incorrect, grading: Grading): Verdict {
  const isUnderstood = attempt(
    () =>
      gold.choice !== undefined ||
      isDescription(gold) ||
      gold.nodes.some((node) => canBeJudged(node, { ...grading, budget: new Budget(STEPS_OF_DOUBT) })),
  );
  if (isUnderstood === true) return verdict;
  return { kind: 'undecided', reason: gold.unsupported ?? `the ground truth cannot be judged; ${verdict.reason}` };
}

function grade(response: string, groundTruth: string, gold: ReadAnswer, grading: Grading): Verdict {
  const extracted = findAnswer(response, withLetters(grading.search, gold));
  if (extracted === undefined) return { kind: 'incorrect', answer: undefined, reason: 'no answer found' };
  const answer = extracted.text;
  if (extracted.cut)
    return blamed(gold, { kind: 'incorrect', answer, reason: 'the answer is cut off', cause: 'cut-off' }, grading);
  if (extracted.unclaimed)
    return { kind: 'incorrect', answer, reason: 'the text does not say that this is the answer' };
  if (countsWithSome(answer, response.slice(extracted.end, extracted.end + 80), groundTruth))
    return { kind: 'incorrect', answer, reason: 'only some of the numbers that the ground truth counts with' };
  if (answer.trim() === '') return { kind: 'incorrect', answer, reason: 'the box is empty' };
  const comparison = compare(answer, groundTruth, gold, extracted, grading);
  if (comparison.outcome === 'equal') {
    if (!offersAnother(response, extracted, groundTruth, gold, grading)) return { kind: 'correct', answer };
    return { kind: 'incorrect', answer, reason: 'the text offers another answer beside it' };
  }
  const { reason, cause } = comparison;
  if (comparison.outcome === 'undecided' && cause === undefined) return { kind: 'undecided', reason };
  const verdict: Incorrect = { kind: 'incorrect', answer, reason, ...(cause === undefined ? {} : { cause }) };
  return comparison.outcome === 'different' ? verdict : blamed(gold, verdict, grading);
}

/** Compares what one answer says with the ground truth. */
function compare(
  answer: string,
  groundTruth: string,
  gold: ReadAnswer,
  extracted: ExtractedAnswer,
  grading: Grading,
): Comparison {
  if (answer.trim() === groundTruth.trim()) return EQUAL;
  const { missingBraces } = grading;
  const reading = readAnswer(answer, { missingBraces, decimalComma: decimalComma(extracted, grading.search) });
  const floatRounding = Math.min(grading.floatRounding, statedPlaces(gold.text) ?? Infinity);
  const budget = new Budget(DEFAULT_STEPS - STEPS_OF_DOUBT);
  return compareAnswers(gold, reading, { ...grading, floatRounding, budget });
}

/** Whether the text offers a second answer beside a right one, and not the same in another form or unit. */
function offersAnother(
  response: string,
  extracted: ExtractedAnswer,
  groundTruth: string,
  gold: ReadAnswer,
  grading: Grading,
): boolean {
  const others = alternatives(response, extracted.start, extracted.end);
  if (others.length === 0) return false;
  const unit = UNIT.exec(response.slice(extracted.end, extracted.end + 40))?.[1];
  const measured = unit === undefined ? undefined : `${extracted.text}\\text{ ${unit}}`;
  const isSame = (other: string): boolean =>
    compare(cleanAnswer(other), groundTruth, gold, extracted, grading).outcome === 'equal' ||
    (measured !== undefined &&
      compare(other, measured, readAnswer(measured, GOLD_READING), extracted, grading).outcome === 'equal');
  return others.some((readings) => !readings.some((other) => attempt(() => isSame(other)) === true));
}

/** The unit behind a box: $\boxed{12}$ cm. */
const UNIT = /^[\s$\\)\]}]*(?:\\?text\{)?\s*([A-Za-z]{1,14})(?![A-Za-z])/;
const GOLD_READING: ReadOptions = { missingBraces: true, decimalComma: 'never' };

/** Reads the ground truth: its box, else all of it, else what a worked solution ends in. */
function readGold(groundTruth: string, { groundTruthSearch }: Grading): ReadAnswer | undefined {
  const boxed =
    groundTruthSearch.boxes === 'ignored' ? undefined : boxedAnswer(groundTruth.slice(-LIMITS.responseLength));
  // #### 7, as data sets end a worked solution.
  const text =
    boxed?.text ??
    groundTruth
      .slice(groundTruth.lastIndexOf('####') + 1)
      .replace(/^###(?=\s)/, '')
      .trim();
  if (text === '') return undefined;
  const isFormula = boxed !== undefined || /[$\\]/.test(text);
  const options: ReadOptions = { missingBraces: true, sentences: true, decimalComma: isFormula ? 'never' : 'likely' };
  if (text.length > LIMITS.answerLength) {
    const extracted = extractedGold(groundTruth, groundTruthSearch);
    if (extracted === undefined) throw new LimitReached('the ground truth is too long');
    return extracted;
  }
  const whole = readAnswer(text, options);
  if (whole.text === '') return undefined;
  const isWhole = whole.nodes.length > 0 || whole.unsupported !== undefined || boxed !== undefined || text.length < 80;
  return isWhole ? whole : (extractedGold(groundTruth, groundTruthSearch) ?? whole);
}

/** The decimal places of a ground truth that says itself that it is rounded: ≈ 7.07. */
function statedPlaces(text: string): number | undefined {
  return /^(?:[A-Za-z]\s*)?\\(?:approx|simeq|doteq)\s*\\?\$?-?\d[\d,]*\.(\d+)/.exec(text)?.[1]?.length;
}

function extractedGold(groundTruth: string, groundTruthSearch: Search): ReadAnswer | undefined {
  const extracted = findAnswer(groundTruth, { ...groundTruthSearch, formulas: true, plain: true });
  return extracted === undefined
    ? undefined
    : readAnswer(extracted.text, { missingBraces: true, decimalComma: 'never' });
}

/** Where a multiple-choice letter is asked for, one is looked for. */
function withLetters(search: Search, { choice }: ReadAnswer): Search {
  if (choice === undefined || search.letters.length > 0) return search;
  return { ...search, letters: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'] };
}

function decimalComma({ kind, text }: ExtractedAnswer, { formulas }: Search): ReadOptions['decimalComma'] {
  if (kind === 'box' || /[\\]/.test(text.replaceAll('\\$', ''))) return 'never';
  return kind === 'expression' || !formulas ? 'always' : 'likely';
}
