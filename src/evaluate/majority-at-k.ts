import * as z from 'zod';
import { parseOptions } from '../base/internal/index.js';

/** One of the answers to a problem. */
export interface AnswerVotes {
  /** How many samples gave it. */
  readonly votes: number;
  /** 1 if it is right, 0 if it is wrong; between them where equal answers were judged differently. */
  readonly right: number;
}

const argumentsSchema = z.object({
  answers: z.array(z.object({ votes: z.int().positive(), right: z.number().min(0).max(1) })),
  silent: z.int().nonnegative(),
  k: z.int().positive(),
});

/**
 * The expected maj@k: the probability that the most frequent answer among k samples of a problem is right, over all choices of k of the
 * samples. It is computed exactly. Equally frequent answers win with equal probability.
 *
 * @param answers - Each different answer once.
 * @param k - How many samples vote.
 * @param silent - Number of samples without an answer. They count among the k, but cannot win. Without any vote, the answer is wrong.
 * @returns A number in [0, 1].
 * @throws RangeError if k is more than there are samples.
 * @remarks Every sample is taken with probability k/n, and what follows is conditioned on k being taken: the terms are then
 *   probabilities, and no binomial coefficient overflows.
 * @example
 * majorityAtK([{ votes: 5, right: 1 }, { votes: 3, right: 0 }], 8); // 1
 */
export function majorityAtK(answers: readonly AnswerVotes[], k: number, silent = 0): number {
  parseOptions(argumentsSchema, { answers, silent, k }, 'votes');
  const samples = answers.reduce((sum, { votes }) => sum + votes, silent);
  if (k > samples) throw new RangeError(`k: expected at most ${samples} (samples), got ${k}`);
  const share = k / samples;
  const taken = (count: number): Float64Array => binomialProbabilities(count, share);
  const silence = taken(silent);
  const classes = answers.map(({ votes, right }) => ({ right, taken: taken(votes) }));
  let expected = 0;
  for (let most = 1; most <= Math.min(k, Math.max(0, ...answers.map(({ votes }) => votes))); most++) {
    expected += rightWithMost(most, k, classes, silence);
  }
  return Math.min(1, expected / taken(samples)[k]!);
}

/** How an answer's votes may fall: the probability of each number of them being taken. */
interface AnswerClass {
  readonly right: number;
  readonly taken: Float64Array;
}

/** How likely k samples are taken, the most frequent answers among them `most` times, and one of these by lot is right. */
function rightWithMost(most: number, k: number, classes: readonly AnswerClass[], silence: Float64Array): number {
  // By how many answers have `most` votes, and how many samples are taken: the probability, and times the sum of `right`.
  const widest = Math.floor(k / most);
  const table = (): Float64Array[] => Array.from({ length: widest + 1 }, () => new Float64Array(k + 1));
  let [probability, rightness] = [table(), table()];
  silence.subarray(0, k + 1).forEach((chance, count) => (probability[0]![count] = chance));
  for (const { right, taken } of classes) {
    const [nextProbability, nextRightness] = [table(), table()];
    for (let tied = 0; tied <= widest; tied++)
      for (let count = 0; count <= k; count++) {
        const [p, q] = [probability[tied]![count]!, rightness[tied]![count]!];
        if (p === 0) continue;
        const room = Math.min(most, taken.length - 1, k - count);
        for (let votes = 0; votes <= room; votes++) {
          const wins = votes === most ? 1 : 0;
          if (tied + wins > widest) continue;
          const chance = taken[votes]!;
          nextProbability[tied + wins]![count + votes]! += p * chance;
          nextRightness[tied + wins]![count + votes]! += (q + wins * right * p) * chance;
        }
      }
    [probability, rightness] = [nextProbability, nextRightness];
  }
  return rightness.reduce((sum, row, tied) => (tied === 0 ? sum : sum + row[k]! / tied), 0);
}

/** The probability of each number of successes, from 0 to `trials`. */
function binomialProbabilities(trials: number, share: number): Float64Array {
  const probabilities = new Float64Array(trials + 1);
  if (share === 1) probabilities[trials] = 1;
  else {
    let logCoefficient = 0;
    for (let successes = 0; successes <= trials; successes++) {
      probabilities[successes] = Math.exp(
        logCoefficient + successes * Math.log(share) + (trials - successes) * Math.log1p(-share),
      );
      logCoefficient += Math.log((trials - successes) / (successes + 1));
    }
  }
  return probabilities;
}
