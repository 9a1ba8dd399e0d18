import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRun } from '../../../../src/recipe/index.js';
import { openRunFiles } from '../../../../src/recipe/internal/run-files.js';
import { openRunStore } from '../../../../src/recipe/run/run-store.js';
import { createFakeLearner } from '../fake-learner.js';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'read-run-'))));
afterAll(() => rmSync(folder, { recursive: true }));

describe("what a run's directory holds", () => {
  it('is read while the run is open, and left as it is', async () => {
    const directory = join(folder, 'run');
    const store = await openRunStore(openRunFiles({ directory }), { config: { model: 'm' } });
    expect(readRun(directory)).toEqual({ config: { model: 'm' } });
    await store.saveCheckpoint(createFakeLearner(), { stage: 'rl', step: 2 });
    await store.saveBest(createFakeLearner());
    expect(readRun(directory)).toEqual({
      config: { model: 'm' },
      position: { stage: 'rl', step: 2 },
      checkpoint: join(directory, 'checkpoints', 'rl-2'),
      best: join(directory, 'checkpoints', 'best'),
    });
    store.close();
  });

  it('is told where it is no run, or damaged', () => {
    expect(() => readRun(folder)).toThrow("expected a run's directory, with a config.json");
    writeFileSync(join(folder, 'config.json'), '{');
    expect(() => readRun(folder)).toThrow(/config\.json: expected JSON/);
  });
});
