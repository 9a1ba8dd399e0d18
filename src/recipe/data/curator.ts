import * as z from 'zod';
import { parseOptions } from '../../base/internal/index.js';
import { integerAnswer, questionOf, type Problem } from './problem.js';
import { DuplicateIndex } from './internal/duplicate-index.js';
import { LeakIndex } from './internal/leak-index.js';

/** Options of {@link createCurator}. */
export interface CurateOptions {
  /** Keep only problems whose ground truth is an integer (`integerAnswer`). Default true. */
  readonly integerAnswers?: boolean | undefined;
  /**
   * Least similarity of a near duplicate: the share of word triples that two problems with the same answer, numbers and
   * operators have in common. Default 0.3; false keeps near duplicates.
   */
  readonly nearDuplicates?: number | false | undefined;
  /** Test problems, which the training set must not contain. Default: no problems. */
  readonly against?: Iterable<Problem> | undefined;
  /** Words, numbers and operators of an n-gram of a test problem. Default 8. */
  readonly ngram?: number | undefined;
  /**
   * Least share of a test problem's n-grams in a leak, which also has all its numbers. An n-gram in k test problems weighs 1/k. Default
   * 0.5.
   */
  readonly overlap?: number | undefined;
}

export const curateSchema = z.strictObject({
  integerAnswers: z.boolean().default(true),
  nearDuplicates: z.union([z.number().gt(0).max(1), z.literal(false)]).default(0.3),
  against: z
    .custom<Iterable<Problem>>((value) => typeof value === 'object' && value !== null && Symbol.iterator in value)
    .default([]),
  ngram: z.int().min(2).default(8),
  overlap: z.number().gt(0).max(1).default(0.5),
});

/** Why a problem is removed; `of` is the id of the problem that it repeats. */
export type Removal =
  | { readonly kind: 'not-integer' }
  | {
      readonly kind: 'leak';
      readonly of: string;
      /** Share of the test problem's n-grams in the problem. */
      readonly overlap: number;
    }
  | {
      readonly kind: 'duplicate' | 'near-duplicate';
      readonly of: string;
      /** Share of both problems' word triples that they have in common. */
      readonly similarity: number;
      /** The same text with another ground truth: one of the two is wrong. */
      readonly conflict?: true;
    };

/** Decides for each problem, and remembers kept problems. */
export interface Curator {
  /** @returns Why a problem is removed; undefined if it is kept. Later duplicates of it are removed. */
  review(problem: Problem): Removal | undefined;
  /** Adds a problem that an earlier run kept, without a review: a resumed run calls it first. */
  remember(problem: Problem): void;
}

/**
 * Curation as in the paper: integer answers, no test problem, no problem twice. The first of a problem's copies is kept, so the result
 * depends only on the problems and their order. Memory grows with the kept problems.
 *
 * @throws TypeError, RangeError for bad options.
 * @remarks Source: arXiv 2508.20722, section 4. The paper does not say which n-grams it takes; here n and the share are options.
 *
 * @example
 * const curator = createCurator({ against: testProblems });
 * const kept = problems.filter((problem) => curator.review(problem) === undefined);
 */
export function createCurator(options: CurateOptions = {}): Curator {
  const { integerAnswers, nearDuplicates, against, ngram, overlap } = parseOptions(curateSchema, options);
  const duplicates = new DuplicateIndex(nearDuplicates === false ? undefined : nearDuplicates);
  const tests = Array.from(against, (problem) => ({ id: problem.id, question: questionOf(problem) }));
  const leaks = new LeakIndex(ngram, overlap, tests);

  return {
    remember: (problem) => duplicates.add(problem.id, questionOf(problem), answerKey(problem)),
    review(problem) {
      const integer = integerAnswer(problem.metadata.groundTruth);
      if (integerAnswers && integer === undefined) return { kind: 'not-integer' };
      const question = questionOf(problem);
      const leak = leaks.find(question);
      if (leak !== undefined) return { kind: 'leak', ...leak };
      const answer = answerKey(problem, integer);
      const duplicate = duplicates.find(question, answer);
      if (duplicate === undefined) duplicates.add(problem.id, question, answer);
      return duplicate;
    },
  };
}

/** Equal for ground truths that are the same whole number, or the same text. */
function answerKey({ metadata }: Problem, integer = integerAnswer(metadata.groundTruth)): string {
  return integer?.toString() ?? metadata.groundTruth.replaceAll(/\s/g, '');
}
