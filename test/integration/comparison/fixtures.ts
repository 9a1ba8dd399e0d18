import type { AlgorithmRuns } from '../../../examples/trainer/comparison/charts.js';
import type { EndOfTraining } from '../../../examples/trainer/comparison/verdicts.js';
import { exampleMetrics } from '../../unit/report/fixtures.js';

const FAILED: Record<string, number> = { 'grpo-roc': 0.01, grpo: 0.09, uniform: 0.08 };

/** Three algorithms over three seeds. */
export function exampleAlgorithms(configHash = 'a'.repeat(64)): AlgorithmRuns[] {
  return Object.entries(FAILED).map(([name, failed]) => ({
    name,
    runs: [1, 2, 3].map((seed) => ({
      seed,
      configHash,
      metrics: exampleMetrics({ seed: `${name}-${seed}`, failed, sft: 20, rl: 40 }),
    })),
  }));
}

/** What those runs came to. */
export function exampleEndOfTraining(): Record<string, EndOfTraining[]> {
  return Object.fromEntries(
    Object.entries(FAILED).map(([name, failed]) => [
      name,
      [1, 2, 3].map((seed) => ({
        seed,
        passAt1: 0.96 + 0.005 * seed - failed / 10,
        toolErrorShareInCorrect: failed + 0.004 * (seed - 2),
        responseLength: 78 + seed + failed * 40,
      })),
    ]),
  );
}
