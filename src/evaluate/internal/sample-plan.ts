import type { ResolvedProblem } from '../evaluate-options.js';
import type { SampleRecord } from '../sample-record.js';

/** One sample to draw. */
export interface PlannedSample {
  readonly problem: ResolvedProblem;
  readonly temperature: number;
  readonly seed: number;
  readonly sample: number;
}

/** What tells samples apart. */
type SampleName = Pick<SampleRecord, 'dataset' | 'problem' | 'temperature' | 'seed' | 'sample'>;

/** Names a sample; equal names, equal samples. */
export function sampleKey({ dataset, problem, temperature, seed, sample }: SampleName): string {
  return JSON.stringify([dataset, problem, temperature, seed, sample]);
}

/** What a record says of the sample that it is of. */
export function nameOf({ problem, temperature, seed, sample }: PlannedSample): SampleName {
  return { dataset: problem.dataset, problem: problem.id, temperature, seed, sample };
}

/** Every sample, sample by sample through all problems, so that an evaluation cut short has seen all of them. */
export function planSamples(
  problems: readonly ResolvedProblem[],
  { temperatures, seeds, samples }: Readonly<Record<'temperatures' | 'seeds', readonly number[]>> & { samples: number },
): PlannedSample[] {
  return temperatures.flatMap((temperature) =>
    seeds.flatMap((seed) =>
      Array.from({ length: samples }, (_, sample) => sample).flatMap((sample) =>
        problems.map((problem) => ({ problem, temperature, seed, sample })),
      ),
    ),
  );
}
