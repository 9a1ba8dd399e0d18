/** The result of one run at the end of training, on fresh rollouts of held-out problems, without downsampling. */
export interface EndOfTraining {
  readonly seed: string | number;
  readonly passAt1: number;
  /** Failed calls / calls over correct rollouts; null when no correct rollout called a tool. */
  readonly toolErrorShareInCorrect: number | null;
  readonly responseLength?: number | null;
}

/** Mean and sample standard deviation over seeds. */
export interface Spread {
  readonly mean: number;
  /** null for a single seed. */
  readonly sd: number | null;
  readonly values: readonly number[];
}

export interface AlgorithmResult {
  readonly name: string;
  readonly seeds: number;
  readonly passAt1: Spread | null;
  readonly toolErrorShareInCorrect: Spread | null;
  readonly responseLength: Spread | null;
}

/** A claim of the method, and whether these runs confirm it. `undecided`: the runs are not enough. */
export interface ClaimVerdict {
  readonly kind: 'held' | 'not-held' | 'undecided';
  readonly claim: string;
  /** The numbers behind the verdict, in one sentence. */
  readonly evidence: string;
}

export interface Comparison {
  readonly results: readonly AlgorithmResult[];
  /** Mean failed-call share of grpo-roc / that of grpo; null when it is undefined. */
  readonly ratioToGrpo: number | null;
  readonly verdicts: readonly ClaimVerdict[];
}

/**
 * Judges the method's claims by the means over seeds: under `grpo-roc` the failed-call share inside correct rollouts is at most
 * half of `grpo`'s and below `uniform`'s, at a pass@1 that is equal or better.
 *
 * The verdict is the comparison of the means and nothing else; the standard deviations stand beside it, and a difference
 * smaller than them is named as such.
 *
 * @param endOfTraining - Algorithm name → one entry a seed. Claims about an algorithm that is missing are undecided.
 * @example
 * const { verdicts } = compareAlgorithms({ 'grpo-roc': rocSeeds, grpo: grpoSeeds, uniform: uniformSeeds });
 */
export function compareAlgorithms(endOfTraining: {
  readonly [algorithm: string]: readonly EndOfTraining[];
}): Comparison {
  const results = Object.entries(endOfTraining).map(([name, seeds]) => ({
    name,
    seeds: seeds.length,
    passAt1: spreadOf(seeds.map((seed) => seed.passAt1)),
    toolErrorShareInCorrect: spreadOf(seeds.map((seed) => seed.toolErrorShareInCorrect)),
    responseLength: spreadOf(seeds.map((seed) => seed.responseLength)),
  }));
  const named = (name: string) => results.find((result) => result.name === name);
  const roc = named('grpo-roc');
  const grpo = named('grpo');
  const uniform = named('uniform');
  const rocShare = roc?.toolErrorShareInCorrect;
  const grpoShare = grpo?.toolErrorShareInCorrect;
  return {
    results,
    ratioToGrpo: rocShare && grpoShare && grpoShare.mean > 0 ? rocShare.mean / grpoShare.mean : null,
    verdicts: [
      judge(
        'Failed calls inside correct rollouts: grpo-roc at most half of grpo',
        rocShare,
        grpoShare,
        (a, b) => a <= b / 2 + EPSILON,
        (a, b) => `${percent(a)} against ${percent(b)}${b > 0 ? `, ${(a / b).toFixed(2)} of it` : ''}`,
      ),
      judge(
        'Failed calls inside correct rollouts: grpo-roc below uniform',
        rocShare,
        uniform?.toolErrorShareInCorrect,
        (a, b) => a < b,
        (a, b) => `${percent(a)} against ${percent(b)}`,
      ),
      ...[grpo, uniform].flatMap((other) => (other === undefined ? [] : [judgePassAt1(roc, other)])),
    ],
  };
}

/** Largest difference of floating-point means of equal numbers. */
const EPSILON = 1e-12;

function judgePassAt1(roc: AlgorithmResult | undefined, other: AlgorithmResult): ClaimVerdict {
  return judge(
    `Pass@1: grpo-roc equal to ${other.name} or better`,
    roc?.passAt1,
    other.passAt1,
    (a, b) => a >= b - EPSILON,
    (a, b) => `${percent(a)} against ${percent(b)}`,
  );
}

function judge(
  claim: string,
  roc: Spread | null | undefined,
  other: Spread | null | undefined,
  holds: (roc: number, other: number) => boolean,
  evidence: (roc: number, other: number) => string,
): ClaimVerdict {
  if (!roc || !other) return { kind: 'undecided', claim, evidence: 'One side of the comparison was not measured.' };
  const sd = Math.max(roc.sd ?? 0, other.sd ?? 0);
  const difference = Math.abs(roc.mean - other.mean);
  const note = difference > EPSILON && difference < sd ? '; the difference is smaller than the spread over seeds' : '';
  const spread =
    roc.sd === null || other.sd === null ? 'one seed, no spread' : `sd ${percent(roc.sd)} and ${percent(other.sd)}`;
  return {
    kind: holds(roc.mean, other.mean) ? 'held' : 'not-held',
    claim,
    evidence: `${evidence(roc.mean, other.mean)} (${spread}${note}).`,
  };
}

function spreadOf(values: readonly (number | null | undefined)[]): Spread | null {
  const finite = values.filter((value): value is number => typeof value === 'number' && Number.isFinite(value));
  if (finite.length === 0) return null;
  return { mean: mean(finite), sd: finite.length < 2 ? null : standardDeviation(finite), values: finite };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of a sample: divided by one less than there are values. */
function standardDeviation(values: readonly number[]): number {
  const center = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1));
}
