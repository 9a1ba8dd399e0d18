import { Random, type Seed } from 'rstar2-agent';
import type { TrainingProblem } from 'rstar2-agent/recipe';
import { MODULUS, OFFSET, OPERATIONS, reduce, type Operation } from './operations.js';

/** A chain of operations, each on the result of the one before; the answer is the last result. */
export interface Problem {
  readonly id: string;
  readonly start: number;
  readonly steps: readonly Operation[];
  readonly text: string;
  readonly answer: number;
}

export const SYSTEM_PROMPT = 'Use Python for every step, then give the answer in \\boxed{} between answer tags.';

/** Names of a problem's results: the start, then one for each step. */
export const LETTERS = ['a', 'b', 'c', 'd'] as const;

/**
 * Makes disjoint training and test problems: no two share a text.
 *
 * @param seed - Equal seeds give equal problems.
 */
export function makeProblems(seed: Seed, counts: { readonly train: number; readonly test: number }) {
  const random = new Random(seed);
  const seen = new Set<string>();
  const take = (split: string, count: number): Problem[] =>
    Array.from({ length: count }, (_, i) => {
      const stream = random.fork(`${split}/${i}`);
      for (;;) {
        const problem = drawProblem(`${split}-${i}`, stream);
        if (seen.has(problem.text)) continue;
        seen.add(problem.text);
        return problem;
      }
    });
  // The test set first, so that it stays the same when more training problems are asked for.
  const test = take('test', counts.test);
  return { test, train: take('train', counts.train) };
}

/** @returns The prompt, and the ground truth of the answer. */
export function taskOf({ id, text, answer }: Problem): TrainingProblem {
  return {
    id,
    prompt: [
      { role: 'system', content: SYSTEM_PROMPT },
      { role: 'user', content: text },
    ],
    metadata: { groundTruth: String(answer) },
  };
}

/** Two or three operations on a number of three digits. */
function drawProblem(id: string, random: Random): Problem {
  const start = OFFSET + random.integer(MODULUS);
  const steps = Array.from({ length: 2 + random.integer(2) }, () => random.pick(OPERATIONS));
  const answer = steps.reduce((result, operation) => reduce(operation.compute(result)), BigInt(start));
  return { id, start, steps, text: wordProblem(start, steps), answer: Number(answer) };
}

/** `Let b be the product of 29 with a. Let c be … Take every result modulo 887 and add 100. Find c for a = 470` */
export function wordProblem(start: number, steps: readonly Operation[]): string {
  const sentences = steps.map(({ words }, i) => `Let ${LETTERS[i + 1]} be ${words}${LETTERS[i]}. `);
  return `${sentences.join('')}${REDUCTION_RULE} Find ${LETTERS[steps.length]} for ${LETTERS[0]} = ${start}`;
}

export const REDUCTION_RULE = `Take every result modulo ${MODULUS} and add ${OFFSET}.`;
