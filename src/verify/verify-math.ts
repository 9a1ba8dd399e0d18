import type { Verdict } from '../base/index.js';
import { attempt, Broken } from './internal/attempt.js';
import { Budget, DEFAULT_STEPS, LIMITS, LimitReached, STEPS_OF_DOUBT } from './internal/budget.js';
import { alternatives, type Alternative } from './internal/extract/alternatives.js';
import { blank } from './internal/extract/blank.js';
import {
  answerOf,
  findAnswer,
  saidIn,
  type ExtractedAnswer,
  type Said,
  type Search,
} from './internal/extract/find-answer.js';
import { countsWithSome } from './internal/extract/indices.js';
import { boxedAnswer } from './internal/extract/joined-boxes.js';
import { readOptions, type Grading } from './internal/grading.js';
import { canBeJudged } from './internal/judge/can-be-judged.js';
import { compareAnswers } from './internal/judge/compare-answers.js';
import { isDescription } from './internal/judge/compare-descriptions.js';
import { EQUAL, type Comparison } from './internal/judge/context.js';
import { freeSymbols } from './internal/parse/walk.js';
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
 *
 * @example
 * verifyMath('The answer is \\boxed{0.5}', '1/2').kind; // 'correct'
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
  const said = saidIn(response);
  const extracted = answerOf(said, withLetters(grading.search, gold));
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
    // What stands beside it in the ground truth too is no second answer.
    if (response.trim() === groundTruth.trim()) return { kind: 'correct', answer };
    const another = anotherAnswer(said, extracted, groundTruth, gold, grading);
    return another === undefined ? { kind: 'correct', answer } : { kind: 'incorrect', answer, ...another };
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
  budget = new Budget(DEFAULT_STEPS - STEPS_OF_DOUBT),
): Comparison {
  if (answer.trim() === groundTruth.trim()) return EQUAL;
  const { missingBraces } = grading;
  const reading = readAnswer(answer, { missingBraces, decimalComma: decimalComma(extracted, grading.search) });
  const floatRounding = Math.min(grading.floatRounding, statedPlaces(gold.text) ?? Infinity);
  return compareAnswers(gold, reading, { ...grading, floatRounding, budget });
}

/**
 * The second answer that a text offers beside a right one, if it is not the same in another form or unit. One budget serves
 * all that is offered. What cannot be judged within it, or has no value, counts as another answer only where the words say
 * that it is one ("another possibility is"): behind a bare "or" it may be the same, and a right answer stays right.
 */
function anotherAnswer(
  said: Said,
  extracted: ExtractedAnswer,
  groundTruth: string,
  gold: ReadAnswer,
  grading: Grading,
): Pick<Incorrect, 'reason' | 'cause'> | undefined {
  const [start, end] = [extracted.start - said.offset, extracted.end - said.offset];
  const unit = UNIT.exec(said.text.slice(end, end + 40))?.[1] ?? OWN_UNIT.exec(extracted.text)?.[1];
  // Boxes that the options leave out offer nothing.
  const isLeftOut = extracted.kind !== 'box' && /^(?:after|ignored)/.test(grading.search.boxes);
  const text = isLeftOut ? said.text.replace(SHORT_BOX, blank) : said.text;
  const others = alternatives(text, start, end, extracted.text, unit);
  if (others.length === 0) return undefined;
  const measured =
    unit === undefined || OWN_UNIT.test(extracted.text) ? extracted.text : `${extracted.text}\\text{ ${unit}}`;
  const budget = new Budget(DEFAULT_STEPS - STEPS_OF_DOUBT);
  const compareWith = (other: string): readonly (Comparison | Broken)[] => {
    const text = cleanAnswer(other);
    const rounded = { ...grading, floatRounding: Math.min(grading.floatRounding, decimalPlaces(text)) };
    return [
      attempt(() => compare(text, groundTruth, gold, extracted, rounded, budget)),
      attempt(() => compare(text, measured, readAnswer(measured, GOLD_READING), extracted, rounded, budget)),
    ];
  };
  for (const other of others) {
    const { readings, plain } = other;
    if (!plain && isOfAnotherKind(other, unit, gold)) continue;
    const comparisons = readings.flatMap(compareWith);
    if (comparisons.some((found) => !(found instanceof Broken) && found.outcome === 'equal')) continue;
    const unjudged =
      comparisons.length > 0 &&
      !comparisons.some((found) => !(found instanceof Broken) && found.outcome === 'different');
    if (!unjudged) return { reason: 'the text offers another answer beside it' };
    if (!plain) continue;
    const cause = comparisons[0]!.cause;
    const reason = 'the text offers another answer beside it, which cannot be judged';
    return { reason, ...(cause === undefined ? {} : { cause }) };
  }
  return undefined;
}

/** Whether a bare "or" names what no answer to the question is: in another unit, in letters, or an option's value or letter. */
function isOfAnotherKind({ readings, unit }: Alternative, own: string | undefined, gold: ReadAnswer): boolean {
  if (unit !== undefined && unit !== own) return true;
  const [value] = readings;
  if (value === undefined) return false;
  if (gold.choice !== undefined) return !/^\W*(?:\\(?:text|textbf|mathrm|boxed)\{\W*)?[A-J]\W*$/.test(value);
  const nodes = attempt(() => readAnswer(cleanAnswer(value), GOLD_READING).nodes);
  if (nodes instanceof Broken || nodes[0] === undefined || gold.nodes[0] === undefined) return false;
  const named = nodes[0].kind === 'relation' ? nodes[0].operands.at(-1)! : nodes[0];
  if (SEVERAL.has(named.kind) && !SEVERAL.has(gold.nodes[0].kind) && gold.nodes[0].kind !== 'relation') return true;
  return freeSymbols(gold.nodes[0]).size === 0 && freeSymbols(named).size > 0;
}

/** What has several numbers in it answers for no number, nor the other way. */
const SEVERAL: ReadonlySet<string> = new Set(['tuple', 'set', 'list', 'matrix', 'builder', 'setOperation']);

/** The decimals of a value that may round the answer: 3.14 beside 22/7. */
function decimalPlaces(text: string): number {
  const places = /^-?\d+\.(\d{2,})$/.exec(text)?.[1]?.length;
  return places ?? Infinity;
}

const SHORT_BOX = /\\(?:boxed|fbox|framebox)\s*\{[^{}\n]{0,200}\}/g;
/** The unit behind a box: $\boxed{12}$ cm. */
const UNIT = /^[\s$\\)\]}]*(?:\\?text\{)?\s*(?!or\b|and\b|is\b|but\b)([A-Za-z]{1,14})(?![A-Za-z])/;
/** The unit in a box: $\boxed{12\text{ cm}}$. */
const OWN_UNIT = /\d\s*(?:\\[,;: ]|~)*\s*\\(?:text|mathrm|textrm|mbox)\{\s*([A-Za-z]{1,14})\s*\}$/;
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
