import type { Sandbox } from 'rstar2-agent';
import type { MetricRecord } from 'rstar2-agent/report';
import { writeComparisonReport } from './comparison/report.js';
import { compareAlgorithms, type ClaimVerdict, type EndOfTraining } from './comparison/verdicts.js';
import { ALGORITHMS, type Algorithm } from '../training/algorithms.js';
import { COMPARED, settingsHash } from './settings.js';
import { train, type TrainResult } from './train.js';

export interface CompareOptions {
  readonly seeds: readonly string[];
  /** The folder of all runs, one for each seed and algorithm, and of the report. Finished runs in it are not repeated. */
  readonly directory: string;
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
}

export interface CompareResult {
  readonly report: string;
  readonly verdicts: readonly ClaimVerdict[];
}

/**
 * Trains with the three algorithms over the seeds and writes one report.
 *
 * Everything but the algorithm is equal and was fixed before the first run: the hash of the settings is computed here, saved in each
 * run's config, and shown. The three runs of a seed share its SFT, which does not depend on the algorithm.
 */
export async function compare({ seeds, directory, sandbox, signal }: CompareOptions): Promise<CompareResult> {
  const sharedConfigHash = settingsHash(COMPARED);
  const results = new Map<Algorithm, { seed: string; result: TrainResult }[]>(ALGORITHMS.map((name) => [name, []]));
  for (const seed of seeds) {
    const first = runDirectory(directory, ALGORITHMS[0], seed);
    for (const algorithm of ALGORITHMS) {
      const run = runDirectory(directory, algorithm, seed);
      const result = await train({
        algorithm,
        seed,
        directory: run,
        sandbox,
        signal,
        settings: COMPARED,
        ...(run === first ? {} : { sftFrom: first }),
      });
      results.get(algorithm)!.push({ seed, result });
    }
  }
  const runs = ALGORITHMS.map((name) => ({ name, runs: results.get(name)! }));
  const endOfTraining = Object.fromEntries(
    runs.map(({ name, runs }) => [name, runs.map(({ seed, result }) => endOf(seed, result.records))]),
  );
  const report = `${directory}/report.html`;
  writeComparisonReport({
    title: `GRPO-RoC, GRPO and uniform downsampling over ${seeds.length} seeds`,
    algorithms: runs.map(({ name, runs }) => ({
      name,
      runs: runs.map(({ seed, result }) => ({ seed, metrics: result.records, configHash: result.settingsHash })),
    })),
    sharedConfig: COMPARED,
    sharedConfigHash,
    endOfTraining,
    output: report,
  });
  return { report, verdicts: compareAlgorithms(endOfTraining).verdicts };
}

function runDirectory(directory: string, algorithm: Algorithm, seed: string): string {
  return `${directory}/${algorithm}-${seed}`;
}

/** The last held-out evaluation: fresh rollouts, without downsampling. */
function endOf(seed: string, metrics: readonly MetricRecord[]): EndOfTraining {
  const last = metrics.findLast((record) => record.stage === 'eval')!;
  return {
    seed,
    passAt1: Number(last['passAt1']),
    toolErrorShareInCorrect: last['toolErrorShareInCorrect'] as number | null,
    responseLength: Number(last['responseLength']),
  };
}
