import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRolloutSamples } from 'rstar2-agent/report';
import { recordCount, runTrainer, timelessMetrics } from './killed-run.js';

const SCRIPT = join(import.meta.dirname, 'fixtures', 'train-agent.ts');

const run = (directory: string, until?: () => boolean) => runTrainer([SCRIPT, directory], directory, until);

describe('the training of an agent', () => {
  let folder: string;
  let uninterrupted: Record<string, unknown>[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rstar2-agent-'));
    expect(await run(join(folder, 'whole'))).toBe(0);
    uninterrupted = timelessMetrics(join(folder, 'whole'));
  }, 240_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('learns from all paths of its rollouts, and goes on without those that it threw in', () => {
    const steps = uninterrupted.filter((record) => record['stage'] === 'rl');
    expect(steps).toHaveLength(4);
    for (const step of steps) {
      // Of four problems and eight rollouts each those that end in /3, unless a limit had ended them before. Where it cut the last answer, they
      // are kept, with what the agent threw.
      const setApart = Number(step['agent/set_apart']);
      expect([setApart > 0, setApart <= 4]).toEqual([true, true]);
      expect(step['rollouts']).toBe(32 - setApart);
      const errors = Number(step['agent/errors']);
      expect([errors >= setApart, errors <= 4]).toEqual([true, true]);
      expect(step['agent/paths']).toBeGreaterThanOrEqual(4);
    }
    expect(steps[0]!['agent/set_apart_because']).toBe('the agent threw: Error: no file of that name');
    expect(steps.some(({ gradientNorm }) => Number(gradientNorm) > 0)).toBe(true);
    expect(steps.some((step) => Number(step['agent/failed_calls/client']) > 0)).toBe(true);
    const [sample] = readRolloutSamples(join(folder, 'whole', 'rollouts.jsonl'));
    expect(sample!.rollout.branches!.length).toBeGreaterThanOrEqual(3);
    expect(readFileSync(join(folder, 'whole', 'report.html'), 'utf8')).toContain('Rollouts set apart');
  });

  // After 55 metric records it has taken a step since the checkpoint.
  it('goes on after SIGKILL to the same metrics and rollouts as an uninterrupted run', async () => {
    const directory = join(folder, 'killed');
    expect(await run(directory, () => recordCount(directory) >= 55)).toBe('SIGKILL');
    expect(recordCount(directory)).toBeLessThan(uninterrupted.length);
    expect(await run(directory)).toBe(0);
    expect(timelessMetrics(directory)).toEqual(uninterrupted);
    const kept = (of: string) => readFileSync(join(of, 'rollouts.jsonl'), 'utf8');
    expect(kept(directory) === kept(join(folder, 'whole'))).toBe(true);
  }, 240_000);
});
