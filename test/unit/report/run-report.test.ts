import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  configHash,
  runReportData,
  runReportPage,
  writeRunReport,
  type RunReportOptions,
} from '../../../src/report/index.js';
import { exampleConfig, exampleMetrics, exampleSamples } from './fixtures.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rstar2-report-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function options(overrides: Partial<RunReportOptions> = {}): RunReportOptions {
  return {
    title: 'A run',
    config: exampleConfig,
    metrics: exampleMetrics(),
    rollouts: exampleSamples(),
    output: join(folder, 'deep', 'report.html'),
    ...overrides,
  };
}

describe('writeRunReport', () => {
  it('writes one file, making its folder, and replaces it the next time', () => {
    writeRunReport(options());
    writeRunReport(options({ title: 'Second' }));
    expect(readdirSync(join(folder, 'deep'))).toEqual(['report.html']);
    expect(readFileSync(join(folder, 'deep', 'report.html'), 'utf8')).toContain('<title>Second</title>');
  });

  it('writes what runReportPage gives as text', () => {
    const { output, ...page } = options({ createdAt: new Date(0) });
    writeRunReport({ output, ...page });
    expect(readFileSync(output, 'utf8')).toBe(runReportPage(page));
  });

  it('stays small however much it is given', () => {
    const rollouts = exampleSamples(Array.from({ length: 100 }, (_, i) => i));
    writeRunReport(options({ rollouts, maxRollouts: 50, maxCharacters: 5000 }));
    expect(statSync(options().output).size).toBeLessThan(1_000_000);
  });

  it('writes a report of an empty run', () => {
    writeRunReport(options({ metrics: [], rollouts: [], config: {} }));
    expect(statSync(options().output).size).toBeGreaterThan(1000);
  });

  it('checks its options at the door', () => {
    expect(() => writeRunReport(options({ output: '' }))).toThrow('options.output: expected at least 1');
    expect(() => writeRunReport(options({ maxRollouts: -1 }))).toThrow(
      'options.maxRollouts: expected at least 0, got -1',
    );
    expect(() => writeRunReport(options({ tokenizer: {} as never }))).toThrow(
      'options.tokenizer: expected a tokenizer',
    );
    expect(() => writeRunReport({ ...options(), colour: 'red' } as never)).toThrow('options: unknown option "colour"');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('what a run report cannot read', () => {
  it('is named: record, sample or setting', () => {
    const refuses = (given: object, error: Error) => expect(() => writeRunReport(options(given))).toThrow(error);
    refuses({ metrics: [{ step: 1 }] }, new TypeError('options.metrics.0.stage: expected string, got undefined'));
    refuses(
      { rollouts: [{ step: 1, kept: true, reason: '' }] },
      new RangeError('options.rollouts.0.rollout: expected a rollout, got undefined'),
    );
    refuses({ config: { lr: 1n } }, new TypeError('config.lr: expected a value that JSON can represent, got a BigInt'));
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('runReportData', () => {
  it('holds settings with their hash, and says how many samples were left out', () => {
    const data = runReportData(options({ maxRollouts: 10, createdAt: new Date(0) }));
    expect(data).toMatchObject({
      kind: 'run',
      title: 'A run',
      createdAt: '1970-01-01T00:00:00.000Z',
      config: exampleConfig,
      configHash: configHash(exampleConfig),
      rolloutsLeftOut: 38,
    });
    expect(data.rollouts).toHaveLength(10);
  });

  it('bounds the points of a curve', () => {
    const metrics = Array.from({ length: 5000 }, (_, i) => ({ step: i + 1, stage: 'rl', reward: 1 }));
    const { charts } = runReportData(options({ metrics, maxPoints: 100 }));
    expect(charts[0]!.series[0]!.points.length).toBeLessThanOrEqual(101);
  });
});
