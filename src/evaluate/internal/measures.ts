import { groupByLabel, sortByLabel } from '../../base/internal/index.js';
import type { EvaluationRecord } from '../evaluation-record.js';
import { majorityAtK, type AnswerVotes } from '../majority-at-k.js';
import { passAtK } from '../pass-at-k.js';
import { isShare, type ClusterTotal } from './statistic.js';
import { verifyMath } from '../../verify/index.js';

/** What can be measured; `EvaluationSummary` says what each is. */
export type MeasureName =
  | 'average'
  | `pass@${number}`
  | `maj@${number}`
  | 'responseLength'
  | 'responseLengthInCorrect'
  | 'responseLengthInTruncated'
  | 'truncation'
  | 'turns'
  | 'toolCalls'
  | 'toolErrorShare'
  | 'toolErrorShareInCorrect';

/** The samples of one problem. */
export interface ProblemSamples {
  readonly problem: string;
  readonly samples: readonly EvaluationRecord[];
}

/** The problems in an order that does not depend on that of the records. */
export function byProblem(records: readonly EvaluationRecord[]): ProblemSamples[] {
  const groups = groupByLabel(records.map(({ problem }) => problem));
  return sortByLabel(groups).map(({ label, members }) => ({
    problem: String(label),
    samples: members.map((index) => records[index]!),
  }));
}

/** What each problem adds to each measure; problems without a value are left out. */
type ProblemTotals = ReadonlyMap<MeasureName, readonly ClusterTotal[]>;

/** @param ks - The k of pass@k and maj@k. */
export function measureProblems(
  problems: readonly ProblemSamples[],
  ks: readonly number[],
  answerKey?: AnswerEquality,
): ProblemTotals {
  const judged = problems.map(({ samples }) => samples.filter(isJudged));
  const drawn = problems.map(({ samples }) => samples.filter(({ correct }) => correct !== 'unavailable'));
  const each = (of: (samples: readonly JudgedRecord[]) => number | undefined): ClusterTotal[] =>
    judged.map((samples) => {
      const sum = of(samples);
      return sum === undefined ? NOTHING : { sum, weight: 1 };
    });
  const ratio = (
    value: (record: EvaluationRecord) => number | undefined,
    over: (record: EvaluationRecord) => number | undefined = () => 1,
    among: (record: EvaluationRecord) => boolean = () => true,
  ): ClusterTotal[] =>
    drawn.map((samples) =>
      samples.filter(among).reduce((total, record) => added(total, value(record), over(record)), NOTHING),
    );
  const [tokens, errors, calls] = [field('tokens'), field('toolErrors'), field('toolCalls')];
  const votes = judged.map((samples) => votesOf(samples, answerKey));
  const anyVotes = votes.some(({ answers }) => answers.length > 0);
  const totals: (readonly [MeasureName, ClusterTotal[]])[] = [
    ['average', each((samples) => (samples.length === 0 ? undefined : averageScore(samples)))],
    ...ks.map((k) => [`pass@${k}` as const, each((samples) => passOf(samples, k))] as const),
    ...(anyVotes ? ks : []).map(
      (k) =>
        [
          `maj@${k}` as const,
          votes.map(({ answers, silent }, i) =>
            judged[i]!.length < k ? NOTHING : { sum: majorityAtK(answers, k, silent), weight: 1 },
          ),
        ] as const,
    ),
    ['responseLength', ratio(tokens)],
    ['responseLengthInCorrect', ratio(tokens, undefined, isRight)],
    ['responseLengthInTruncated', ratio(tokens, undefined, ({ truncated }) => truncated === true)],
    ['truncation', ratio(({ truncated }) => (truncated === undefined ? undefined : Number(truncated)))],
    ['turns', ratio(field('turns'))],
    ['toolCalls', ratio(calls)],
    ['toolErrorShare', ratio(errors, calls)],
    ['toolErrorShareInCorrect', ratio(errors, calls, isRight)],
  ];
  return new Map(totals.filter(([, ofProblems]) => ofProblems.some(({ weight }) => weight > 0)));
}

/** @returns Whether a measure lies between 0 and 1 by what it is; a score may be any number. */
export function isShareMeasure(name: MeasureName, totals: readonly ClusterTotal[]): boolean {
  if (name === 'average') return isShare(totals);
  return /^(pass@|maj@|truncation$|toolErrorShare)/.test(name);
}

const NOTHING: ClusterTotal = { sum: 0, weight: 0 };

type JudgedRecord = EvaluationRecord & { readonly correct: number };

function isJudged(record: EvaluationRecord): record is JudgedRecord {
  return typeof record.correct === 'number';
}

function isRight({ correct }: EvaluationRecord): boolean {
  return typeof correct === 'number' && correct > 0;
}

function field(name: 'tokens' | 'turns' | 'toolCalls' | 'toolErrors') {
  return (record: EvaluationRecord): number | undefined => record[name];
}

function added(total: ClusterTotal, value: number | undefined, weight: number | undefined): ClusterTotal {
  if (value === undefined || weight === undefined) return total;
  return { sum: total.sum + value, weight: total.weight + weight };
}

function averageScore(samples: readonly JudgedRecord[]): number {
  return samples.reduce((sum, { correct }) => sum + correct, 0) / samples.length;
}

function passOf(samples: readonly JudgedRecord[], k: number): number | undefined {
  return samples.length < k ? undefined : passAtK(samples.length, samples.filter(isRight).length, k);
}

function votesOf(
  samples: readonly JudgedRecord[],
  answerKey: AnswerEquality | undefined,
): { readonly answers: readonly AnswerVotes[]; readonly silent: number } {
  const voters = samples.flatMap((record) => (record.answer === undefined ? [] : { ...record, answer: record.answer }));
  const classes = answerClasses(
    voters.map(({ answer }) => answer),
    answerKey,
  );
  const answers = groupByLabel(classes).map(({ members }) => ({
    votes: members.length,
    right: members.filter((i) => isRight(voters[i]!)).length / members.length,
  }));
  return { answers, silent: samples.length - voters.length };
}

/** Which answers are equal: a text that equal answers share, or by mathematics. */
type AnswerEquality = (answer: string) => string;

/**
 * Names the class of every answer; equal answers have the same.
 *
 * By mathematics two answers are equal where `verifyMath` takes each for the other. Answers that a third is equal to
 * are equal themselves, whatever their order.
 */
export function answerClasses(answers: readonly string[], key?: AnswerEquality): string[] {
  if (key !== undefined) return answers.map(key);
  const different = [...new Set(answers)].sort();
  const representative = new Map<string, string>();
  const find = (answer: string): string => {
    const next = representative.get(answer);
    return next === undefined ? answer : find(next);
  };
  different.forEach((answer, i) => {
    for (const earlier of different.slice(0, i)) {
      const [one, other] = [find(answer), find(earlier)];
      if (one !== other && isEqual(answer, earlier)) representative.set(one, other);
    }
  });
  return answers.map(find);
}

function isEqual(one: string, other: string): boolean {
  return isTakenFor(one, other) && isTakenFor(other, one);
}

function isTakenFor(answer: string, truth: string): boolean {
  return verifyMath(`\\boxed{${answer}}`, truth).kind === 'correct';
}
