import * as z from 'zod';
import { parseOptions } from '../../base/internal/index.js';
import { integerAnswer, questionOf, type Problem } from './problem.js';
import { DuplicateIndex } from './internal/duplicate-index.js';
import { LeakIndex } from './internal/leak-index.js';

/** Which problems a training set is to have. */
export interface CurateOptions {
  /** Only those whose ground truth `integerAnswer` reads. Default true. */
  readonly integerAnswers?: boolean | undefined;
  /**
   * Least similarity of a near duplicate: the share of word triples that two problems with the same answer, numbers and
   * operators have in common. Default 0.3; false keeps near duplicates.
   */
  readonly nearDuplicates?: number | false | undefined;
  /** Test problems, none of which may be in it. Default none. */
  readonly against?: Iterable<Problem> | undefined;
  /** How many words, numbers and operators an n-gram of theirs has. Default 8. */
  readonly ngram?: number | undefined;
  /**
   * The share of a test problem's n-grams that makes a leak, where all its numbers are there; one that k test problems have weighs
   * 1/k. Default 0.5.
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

/** Why a problem is not kept: what else holds it is named by its id (`of`). */
export type Removal =
  | { readonly kind: 'not-integer' }
  | {
      readonly kind: 'leak';
      readonly of: string;
      /** The share of the test problem's n-grams that is found. */
      readonly overlap: number;
    }
  | {
      readonly kind: 'duplicate' | 'near-duplicate';
      readonly of: string;
      /** The share of the word triples of both that they have in common. */
      readonly similarity: number;
      /** It says the same and has another ground truth: one of the two is wrong. */
      readonly conflict?: true;
    };

/** Decides, problem by problem, which are kept: it remembers those that were. */
export interface Curator {
  /** @returns Why a problem is removed; undefined if it is kept, and from now on its duplicates are not. */
  review(problem: Problem): Removal | undefined;
  /** Takes a problem for one that was kept, without a look at it: what a run that goes on from another starts with. */
  remember(problem: Problem): void;
}

/**
 * Curation as in the paper: answers that are integers, no test problem, none twice. The first of a problem's copies is kept, so
 * the result depends on the order of the problems and on nothing else. Memory grows with the problems that are kept.
 *
 * @throws TypeError, RangeError for bad options.
 * @remarks Source: arXiv 2508.20722, section 4. Which n-grams it takes it does not say; here n and the share are options.
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
