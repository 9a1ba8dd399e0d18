import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT, runNode } from './node-process.js';

describe('examples/embed', () => {
  it('fits on a page and imports the package by its root alone', () => {
    const source = readFileSync(`${ROOT}examples/embed/main.ts`, 'utf8');
    expect(source.split('\n').length).toBeLessThan(60);
    const imported = [...source.matchAll(/from '([^']+)'/g)].map((match) => match[1]);
    expect(imported).toEqual(['rstar2-agent', './agent-runs.js']);
  });

  it("takes another stack's rollouts from rejection to advantages", async () => {
    const { stdout, stderr, exitCode } = await runNode(['--import', 'tsx', 'examples/embed/main.ts']);
    expect([exitCode, stderr]).toEqual([0, '']);
    const [summary, ...lines] = stdout.trimEnd().split('\n');
    expect(summary).toBe('32 runs, 2 tasks without signal');
    const rows = lines.map((line) => {
      const [, task, manner, penalty, advantage] = /^(\w+)-\d \((\w+)\) +penalty (\S+) +advantage +(\S+)$/.exec(line)!;
      return { task: task!, manner: manner!, penalty: Number(penalty), advantage: Number(advantage) };
    });
    for (const task of ['gcd', 'primes']) {
      const group = rows.filter((row) => row.task === task);
      expect(group).toHaveLength(4);
      expect(group.reduce((sum, row) => sum + row.advantage, 0)).toBeCloseTo(0, 2);
    }
    expect(rows).toHaveLength(8);
    for (const { manner, advantage } of rows) expect(advantage > 0).toBe(manner !== 'wrong');
    const penaltyOf = { clean: 0, wrong: 0, retried: 0.5, untested: 0.5, clumsy: 2 / 3 + 1 / 4 };
    for (const { manner, penalty } of rows) {
      expect(penalty).toBeCloseTo(penaltyOf[manner as keyof typeof penaltyOf], 2);
    }
  });
});
