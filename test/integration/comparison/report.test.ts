import { describe, expect, it } from 'vitest';
import { comparisonReportData, type ComparisonReportOptions } from '../../../examples/trainer/comparison/report.js';
import { exampleConfig } from '../../unit/report/fixtures.js';
import { exampleAlgorithms, exampleEndOfTraining } from './fixtures.js';

function options(overrides: Partial<ComparisonReportOptions> = {}): ComparisonReportOptions {
  return {
    title: 'Comparison',
    algorithms: exampleAlgorithms('h'),
    sharedConfig: exampleConfig,
    sharedConfigHash: 'h',
    endOfTraining: exampleEndOfTraining(),
    output: 'comparison.html',
    ...overrides,
  };
}

describe('comparisonReportData', () => {
  it('holds algorithms, seeds, results and verdicts', () => {
    const data = comparisonReportData(options());
    expect(data.algorithms).toEqual([
      { name: 'grpo-roc', seeds: ['1', '2', '3'] },
      { name: 'grpo', seeds: ['1', '2', '3'] },
      { name: 'uniform', seeds: ['1', '2', '3'] },
    ]);
    expect(data.results.map(({ name }) => name)).toEqual(['grpo-roc', 'grpo', 'uniform']);
    expect(data.verdicts).toHaveLength(4);
    expect(data.unequalRuns).toEqual([]);
  });

  it('names every run whose settings were not the shared ones', () => {
    const [first, ...rest] = exampleAlgorithms('h');
    const runs = first!.runs.map((run, index) => (index === 1 ? { ...run, configHash: 'other' } : run));
    const data = comparisonReportData(options({ algorithms: [{ name: first!.name, runs }, ...rest] }));
    expect(data.unequalRuns).toEqual([{ run: 'grpo-roc, seed 2', hash: 'other' }]);
  });
});
