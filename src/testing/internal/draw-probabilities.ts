/** How likely each subset is. Keys are the subset's items as ascending indices, joined by commas. */
export type SubsetProbabilities = ReadonlyMap<string, number>;

/**
 * The exact distribution of drawing without replacement, one by one, each time with probability ∝ weight: every order in
 * which a subset can be drawn is enumerated. Meant for small sets; there are n! / (n − k)! orders.
 *
 * @param weights - Positive; equal weights give the uniform distribution over subsets.
 */
export function successiveDrawProbabilities(weights: readonly number[], count: number): SubsetProbabilities {
  const probabilities = new Map<string, number>();
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const draw = (drawn: readonly number[], left: number, probability: number): void => {
    if (drawn.length === count) {
      const key = drawn.toSorted((a, b) => a - b).join();
      probabilities.set(key, (probabilities.get(key) ?? 0) + probability);
      return;
    }
    weights.forEach((weight, item) => {
      if (!drawn.includes(item)) draw([...drawn, item], left - weight, (probability * weight) / left);
    });
  };
  draw([], total, 1);
  return probabilities;
}

/**
 * Asserts that observed counts agree with a distribution, by Pearson's chi-square test. The rarest outcomes are pooled
 * until at least 5 of each cell are due, as the test wants it.
 *
 * A correct sampler fails with a probability of about `significance` per call, unless its seeds are fixed: then it either
 * always passes or never.
 *
 * @param significance - Default 1e-6.
 * @throws Error if an outcome was seen that has no probability, or if chi-square exceeds its critical value.
 * @throws RangeError if there are too few observations to tell any two cells apart.
 */
export function assertFrequencies(
  observed: ReadonlyMap<string, number>,
  expected: ReadonlyMap<string, number>,
  significance = 1e-6,
): void {
  const impossible = [...observed.keys()].find((outcome) => !((expected.get(outcome) ?? 0) > 0));
  if (impossible !== undefined) throw new Error(`outcome ${JSON.stringify(impossible)} was seen but has probability 0`);
  const draws = [...observed.values()].reduce((sum, count) => sum + count, 0);
  const cells = pooled(
    Array.from(expected, ([outcome, probability]) => ({
      outcomes: [outcome],
      due: probability * draws,
      seen: observed.get(outcome) ?? 0,
    })),
  );
  if (cells.length < 2) throw new RangeError(`observed: expected more draws to judge by, got ${draws}`);
  const chiSquare = cells.reduce((sum, cell) => sum + contribution(cell), 0);
  const critical = chiSquareCritical(cells.length - 1, significance);
  if (chiSquare > critical)
    throw new Error(
      `chi-square is ${chiSquare.toFixed(1)} over ${draws} draws; above ${critical.toFixed(1)} (p < ${significance}); ${differences(cells)}`,
    );
}

/** Observations of one outcome, or of several rare ones. */
interface Cell {
  readonly outcomes: readonly string[];
  readonly due: number;
  readonly seen: number;
}

function pooled(cells: readonly Cell[]): Cell[] {
  const [first, second, ...rest] = cells.toSorted((a, b) => a.due - b.due);
  if (first === undefined || second === undefined || first.due >= 5) return [...cells];
  const both = {
    outcomes: [...first.outcomes, ...second.outcomes],
    due: first.due + second.due,
    seen: first.seen + second.seen,
  };
  return pooled([both, ...rest]);
}

function contribution({ due, seen }: Cell): number {
  return (seen - due) ** 2 / due;
}

/** How many of the cells that differ most are named, and how many outcomes of a pooled one. */
const NAMED = 5;

/** `furthest off: "0,1" seen 30 times, due 12.5; …` */
function differences(cells: readonly Cell[]): string {
  const furthest = cells.toSorted((a, b) => contribution(b) - contribution(a)).slice(0, NAMED);
  const shown = furthest.map(({ outcomes, due, seen }) => {
    const names = outcomes.slice(0, NAMED).map((outcome) => JSON.stringify(outcome));
    const more = outcomes.length > NAMED ? ` and ${outcomes.length - NAMED} rare ones` : '';
    return `${names.join(', ')}${more} seen ${seen} times, due ${due.toFixed(1)}`;
  });
  return `furthest off: ${shown.join('; ')}`;
}

/** The upper critical value of the chi-square distribution, by Wilson and Hilferty's cube; within a percent here. */
function chiSquareCritical(degrees: number, significance: number): number {
  const variance = 2 / (9 * degrees);
  return degrees * (1 - variance + normalQuantile(significance) * Math.sqrt(variance)) ** 3;
}

/** The upper quantile of the standard normal distribution; Abramowitz and Stegun 26.2.23, off by at most 4.5e-4. */
function normalQuantile(upperTail: number): number {
  const t = Math.sqrt(-2 * Math.log(upperTail));
  const numerator = 2.515517 + 0.802853 * t + 0.010328 * t ** 2;
  return t - numerator / (1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3);
}
