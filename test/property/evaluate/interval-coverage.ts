/**
 * How often intervals hold the truth, by simulation: problems whose own shares scatter from not at all to all or nothing.
 *
 *     npx tsx test/property/evaluate/interval-coverage.ts      prints the shares that docs/evaluation.md sums up
 */
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { Random } from '../../../src/base/index.js';
import { clusteredEstimate, compareEvaluations } from '../../../src/evaluate/index.js';
import type { ClusterTotal } from '../../../src/evaluate/internal/statistic.js';

/** What is drawn. */
export interface Scenario {
  readonly problems: number;
  /** Of each problem. */
  readonly samples: number;
  readonly share: number;
  /** How much samples of a problem are alike: 0, every problem has the share; 1, a problem is solved always or never. */
  readonly alike: number;
}

/** @returns How often the 95 % interval of a share held it, and how wide it was on average. */
export function coverage(
  scenario: Scenario,
  runs: number,
  seed: string,
): { readonly held: number; readonly width: number } {
  const random = new Random(seed);
  let [held, width] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const { interval } = clusteredEstimate(drawTotals(scenario, random));
    held += Number(interval!.low <= scenario.share && scenario.share <= interval!.high);
    width += interval!.high - interval!.low;
  }
  return { held: held / runs, width: width / runs };
}

/** @returns How often the 95 % interval of a difference held it: the second run is right where the first is, and `lift` of the rest. */
export function differenceCoverage(scenario: Scenario & { readonly lift: number }, runs: number, seed: string): number {
  const random = new Random(seed);
  const truth = scenario.lift * (1 - scenario.share);
  let held = 0;
  for (let run = 0; run < runs; run++) {
    const shares = Array.from({ length: scenario.problems }, () => drawShare(scenario, random));
    const records = (lift: number) =>
      shares.flatMap((share, i) =>
        Array.from({ length: scenario.samples }, () => ({
          problem: String(i),
          correct: Number(random.next() < share + lift * (1 - share)),
        })),
      );
    const options = { k: [1], resamples: 200, seed: run };
    const { interval } = compareEvaluations(records(0), records(scenario.lift), options).measures['pass@1']!;
    held += Number(interval!.low <= truth && truth <= interval!.high);
  }
  return held / runs;
}

function drawTotals(scenario: Scenario, random: Random): ClusterTotal[] {
  return Array.from({ length: scenario.problems }, () => {
    const share = drawShare(scenario, random);
    let sum = 0;
    for (let sample = 0; sample < scenario.samples; sample++) sum += Number(random.next() < share);
    return { sum, weight: scenario.samples };
  });
}

/** A problem's own share: beta distributed around the share of all. */
function drawShare({ share, alike }: Scenario, random: Random): number {
  if (alike === 0 || share === 1) return share;
  if (alike === 1) return Number(random.next() < share);
  const strength = (1 - alike) / alike;
  const [a, b] = [gamma(share * strength, random), gamma((1 - share) * strength, random)];
  return a / (a + b);
}

/** A gamma variate. @remarks Source: Marsaglia and Tsang 2000; below 1 by the power of a uniform one. */
function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * Math.max(random.next(), 1e-300) ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random.next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

export const PROBLEMS = [10, 30, 100, 400];
export const SAMPLES = [1, 4, 16];
export const SHARES = [0.5, 0.9, 0.946, 0.99, 1];
export const ALIKE = [0, 0.3, 0.6, 1];

/** The least and the mean of how often it held, over how alike samples are, for each cell of the table. */
function printTable(runs: number): void {
  console.log(`| problems | samples | ${SHARES.map((share) => `p = ${share}`).join(' | ')} |`);
  console.log(`| ---: | ---: |${SHARES.map(() => ' ---: |').join('')}`);
  for (const problems of PROBLEMS)
    for (const samples of SAMPLES) {
      const cells = SHARES.map((share) => {
        const held = (samples === 1 || share === 1 ? [0] : ALIKE).map(
          (alike) =>
            coverage({ problems, samples, share, alike }, runs, `${problems} ${samples} ${share} ${alike}`).held,
        );
        const texts = [Math.min(...held), Math.max(...held)].map((value) => (100 * value).toFixed(1));
        return [...new Set(texts)].join(' to ');
      });
      console.log(`| ${problems} | ${samples} | ${cells.join(' | ')} |`);
    }
}

if (argv[1] !== undefined && import.meta.url === pathToFileURL(argv[1]).href) printTable(Number(argv[2] ?? 2000));
