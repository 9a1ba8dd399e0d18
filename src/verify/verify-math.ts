import type { Verdict } from '../base/index.js';
import { attempt, Broken } from './internal/attempt.js';
import { Budget, RESERVED_STEPS } from './internal/budget.js';
import {
  answerOf,
  type ExtractedAnswer,
  type Search,
  type VisibleText,
  visibleText,
} from './internal/extract/find-answer.js';
import { countsWithSome } from './internal/extract/indices.js';
import { readOptions, type Grading } from './internal/grading.js';
import { readGroundTruth, type GroundTruth } from './internal/ground-truth.js';
import { canBeJudged } from './internal/judge/can-be-judged.js';
import { isDescription } from './internal/judge/compare-words.js';
import { anotherAnswer, compareWithTruth, type Finding } from './internal/other-answers.js';
import type { VerifyMathOptions } from './options.js';

/**
 * Grades the final answer of a response against the ground truth.
 *
 * Pure and bounded, and it never throws for the content of a string. A response cannot make itself undecided: if the ground
 * truth is understood, an answer that is cut off, has no value, is not evaluated, costs too much or breaks the verifier is
 * `incorrect`, with a `cause`.
 *
 * @param response - The text of the model; `extractAnswer` describes how its answer is found.
 * @param groundTruth - The right answer: bare, between `$`, boxed, or at the end of a worked solution.
 * @returns `correct`; `incorrect` with a reason that says how both sides were read; `undecided` if the ground truth is
 *   empty, is not understood or cannot be judged.
 * @throws TypeError or RangeError for invalid options; TypeError for a response or ground truth that is not a string.
 *
 * @example
 * verifyMath('The answer is \\boxed{0.5}', '1/2').kind; // 'correct'
 */
export function verifyMath(response: string, groundTruth: string, options?: VerifyMathOptions): Verdict {
  if (typeof response !== 'string') throw new TypeError(`response: expected a string, got ${typeof response}`);
  if (typeof groundTruth !== 'string') throw new TypeError(`groundTruth: expected a string, got ${typeof groundTruth}`);
  const grading = readOptions(options);
  const truth = attempt(() => readGroundTruth(groundTruth, grading.groundTruthSearch));
  if (truth instanceof Broken) return { kind: 'undecided', reason: `the ground truth: ${truth.reason}` };
  if (truth === undefined) return { kind: 'undecided', reason: 'the ground truth is empty' };
  const found = attempt(() => findAnswer(response, searchFor(truth, grading)));
  if (found instanceof Broken) return verdictOf(failed(found), undefined, truth, grading);
  const finding = attempt(() => grade(found, response, truth, grading));
  return verdictOf(finding instanceof Broken ? failed(finding) : finding, found.answer, truth, grading);
}

/** The visible text of a response and the final answer in it. */
interface Found {
  readonly visible: VisibleText;
  readonly answer: ExtractedAnswer | undefined;
}

function findAnswer(response: string, search: Search): Found {
  const visible = visibleText(response);
  return { visible, answer: answerOf(visible, search) };
}

/** Also looks for a multiple-choice letter if the ground truth is one. */
function searchFor({ reading }: GroundTruth, { search }: Grading): Search {
  if (reading.choice === undefined || search.letters.length > 0) return search;
  return { ...search, letters: [...'ABCDEFGHIJ'] };
}

/** Checks that there is an answer, then its value, then whether the response offers a second answer. */
function grade({ visible, answer }: Found, response: string, truth: GroundTruth, grading: Grading): Finding {
  if (answer === undefined) return { outcome: 'different', reason: 'no answer found' };
  const objection = objectionTo(answer, response, truth);
  if (objection !== undefined) return objection;
  const comparison = compareWithTruth(answer.text, answer, truth, grading);
  // A response that repeats the ground truth offers no second answer, whatever the ground truth contains.
  if (comparison.outcome !== 'equal' || response.trim() === truth.written.trim()) return comparison;
  return anotherAnswer(visible, answer, truth, grading) ?? comparison;
}

/** The reason to reject an answer before its value is read, if there is one. */
function objectionTo(
  { text, end, cut, unclaimed }: ExtractedAnswer,
  response: string,
  truth: GroundTruth,
): Finding | undefined {
  if (cut) return { outcome: 'undecided', reason: 'the answer is cut off', cause: 'cut-off' };
  if (unclaimed) return { outcome: 'different', reason: 'the text does not say that this is the answer' };
  if (countsWithSome(text, response.slice(end, end + 80), truth.written))
    return { outcome: 'different', reason: 'the answer has only some of the numbers of the ground truth' };
  return text.trim() === '' ? { outcome: 'different', reason: 'the box is empty' } : undefined;
}

function failed({ reason, cause }: Broken): Finding {
  return { outcome: 'undecided', reason: `the answer: ${reason}`, cause };
}

/** The only place that makes verdicts. An answer that cannot be compared is incorrect if its ground truth can be judged. */
function verdictOf(
  { outcome, reason, cause }: Finding,
  found: ExtractedAnswer | undefined,
  truth: GroundTruth,
  grading: Grading,
): Verdict {
  if (outcome === 'equal') return { kind: 'correct', answer: found!.text };
  if (outcome === 'undecided' && cause === undefined) return { kind: 'undecided', reason };
  if (outcome === 'undecided' && !canJudge(truth, grading)) {
    const { unsupported } = truth.reading;
    return { kind: 'undecided', reason: unsupported ?? `the ground truth cannot be judged; ${reason}` };
  }
  return { kind: 'incorrect', answer: found?.text, reason, ...(cause === undefined ? {} : { cause }) };
}

function canJudge({ reading }: GroundTruth, grading: Grading): boolean {
  if (reading.choice !== undefined) return true;
  const isJudged = attempt(
    () =>
      isDescription(reading) ||
      reading.nodes.some((node) => canBeJudged(node, { ...grading, budget: new Budget(RESERVED_STEPS) })),
  );
  return isJudged === true;
}
