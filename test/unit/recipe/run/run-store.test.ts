import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatasetError, type RolloutSample } from '../../../../src/base/index.js';
import { removeRun, RunError } from '../../../../src/recipe/index.js';
import { openRunStore, type RunStoreOptions } from '../../../../src/recipe/run/run-store.js';
import { openRunFiles } from '../../../../src/recipe/internal/run-files.js';
import { createFakeLearner } from '../fake-learner.js';

let folder: string;
let count = 0;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'run-store-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const open = (directory: string, options: RunStoreOptions) => openRunStore(openRunFiles({ directory }), options);
const fresh = () => join(folder, String(count++));
const record = (step: number) => ({ stage: 'rl', step, reward: step / 10 });
const sample = (id: string): RolloutSample => ({
  step: 1,
  rollout: { id, groupId: 'g', prompt: [], turns: [], finishReason: 'stop' },
  kept: true,
  reason: 'kept: drawn',
});

describe("a run's folder", () => {
  it('opened again stands where its last checkpoint was taken, whatever was written past it', async () => {
    const directory = fresh();
    const config = { seed: '1' };
    const store = await open(directory, { config });
    expect(store.position).toBeUndefined();
    await store.log(record(1));
    await store.keep(sample('a'));
    await store.saveCheckpoint(createFakeLearner(), { stage: 'rl', step: 1 });
    await store.log({ ...record(2), reward: NaN });
    await store.keep(sample('b'), sample('c'));
    expect(store.records).toEqual([record(1), { ...record(2), reward: null }]);
    store.close();
    store.close();
    appendFileSync(join(directory, 'metrics.jsonl'), '{"stage":"rl","st');

    const again = await open(directory, { config });
    expect([again.position, again.records]).toEqual([{ stage: 'rl', step: 1 }, [record(1)]]);
    again.close();
    const lines = (name: string) => readFileSync(join(directory, name), 'utf8').trim().split('\n');
    expect([lines('metrics.jsonl').length, lines('rollouts.jsonl').length]).toEqual([1, 1]);
  });

  it('on a full disk says which file, and goes on from its last checkpoint when there is room', async () => {
    const directory = fresh();
    const store = await open(directory, { config: {} });
    await store.log(record(1));
    await store.saveCheckpoint(createFakeLearner(), { stage: 'rl', step: 1 });
    await store.log(record(2));
    symlinkSync('/dev/full', join(directory, 'latest.json.part'));
    const full = store.saveCheckpoint(createFakeLearner(), { stage: 'rl', step: 2 });
    await expect(full).rejects.toThrow(RunError);
    await expect(full).rejects.toThrow(
      /latest\.json: cannot be written: ENOSPC.*start the same run again to continue from its last checkpoint/,
    );
    store.close();
    const again = await open(directory, { config: {} });
    expect([again.position, again.records]).toEqual([{ stage: 'rl', step: 1 }, [record(1)]]);
    again.close();
  });

  it('forgets what was measured before there was a checkpoint', async () => {
    const directory = fresh();
    const first = await open(directory, { config: {} });
    await first.log(record(1));
    first.close();
    const again = await open(directory, { config: {} });
    expect(again.records).toEqual([]);
    again.close();
  });

  it('keeps the last checkpoint, the best and the milestones', async () => {
    const store = await open(fresh(), { config: {}, milestones: ['rl'] });
    const learner = createFakeLearner();
    await store.saveBest(learner);
    for (const step of [0, 1, 2]) await store.saveCheckpoint(learner, { stage: 'rl', step });
    await store.saveCheckpoint(learner, { stage: 'rl', step: 3 });
    expect(readdirSync(store.files.path('checkpoints')).sort()).toEqual(['best', 'rl-0', 'rl-3']);
    expect(store.checkpointPath(store.position!)).toBe(store.files.path('checkpoints/rl-3'));
    store.close();
  });

  it('is refused to another configuration, and unread where it is damaged', async () => {
    const directory = fresh();
    const store = await open(directory, { config: { seed: '1' } });
    await store.saveCheckpoint(createFakeLearner(), { stage: 'rl', step: 1 });
    store.close();
    await expect(open(directory, { config: { seed: '2' } })).rejects.toThrow(RunError);
    writeFileSync(join(directory, 'latest.json'), '{');
    await expect(open(directory, { config: { seed: '1' } })).rejects.toThrow(DatasetError);
    removeRun(directory);
    expect(existsSync(directory)).toBe(false);
  });

  it('says what differs of another configuration, whatever the order of its keys', async () => {
    const directory = fresh();
    (await open(directory, { config: { seed: '1', recipe: { stages: [{ steps: 4 }] } } })).close();
    (await open(directory, { config: { recipe: { stages: [{ steps: 4 }] }, seed: '1' } })).close();
    await expect(open(directory, { config: { seed: '1', recipe: { stages: [{ steps: 5 }] } } })).rejects.toThrow(
      'another configuration (recipe.stages.0.steps: 4, not 5)',
    );
  });

  it('is not gone on with where lines are missing, and stays as it is then', async () => {
    const directory = fresh();
    const store = await open(directory, { config: {} });
    await store.log(record(1));
    await store.log(record(2));
    await store.saveCheckpoint(createFakeLearner(), { stage: 'rl', step: 2 });
    store.close();
    const [first] = readFileSync(join(directory, 'metrics.jsonl'), 'utf8').split('\n');
    writeFileSync(join(directory, 'metrics.jsonl'), `${first!}\n`);
    await expect(open(directory, { config: {} })).rejects.toThrow(/metrics\.jsonl: expected 2 lines at least/);
    writeFileSync(join(directory, 'latest.json'), '{"stage":"rl","step":2}');
    await expect(open(directory, { config: {} })).rejects.toThrow(/latest\.json: records: /);
    expect(readFileSync(join(directory, 'metrics.jsonl'), 'utf8')).toBe(`${first!}\n`);
  });

  it("takes nobody else's files for its own, and removes none", async () => {
    const directory = fresh();
    mkdirSync(directory);
    writeFileSync(join(directory, 'metrics.jsonl'), '{}\n');
    await expect(open(directory, { config: {} })).rejects.toThrow(/expected a config\.json beside it/);
    expect(() => removeRun(directory)).toThrow(RunError);
    expect(readFileSync(join(directory, 'metrics.jsonl'), 'utf8')).toBe('{}\n');
  });

  it('is open in one process at a time; the lock of one that is gone is taken over', async () => {
    const directory = fresh();
    const store = await open(directory, { config: {} });
    await expect(open(directory, { config: {} })).rejects.toThrow(/another process uses this run/);
    store.close();
    writeFileSync(join(directory, 'lock'), `${hostname()} ${process.ppid}\n`);
    await expect(open(directory, { config: {} })).rejects.toThrow(/another process uses this run/);
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(join(directory, 'lock'), `${hostname()} ${gone}\n`);
    (await open(directory, { config: {} })).close();
    expect(existsSync(join(directory, 'lock'))).toBe(false);
  });

  it('remembers where an engine elsewhere keeps its checkpoints', async () => {
    const directory = fresh();
    const learner = createFakeLearner();
    const elsewhere = {
      ...learner,
      saveCheckpoint: (location: string) => Promise.resolve(`tinker://${location.split('/').at(-1)!}`),
    };
    const store = await open(directory, { config: {} });
    await store.saveCheckpoint(elsewhere, { stage: 'rl', step: 1 });
    await store.saveCheckpoint(elsewhere, { stage: 'rl', step: 2 });
    await store.saveBest(elsewhere);
    store.close();
    const again = await open(directory, { config: {} });
    expect([again.checkpointPath(again.position!), again.best]).toEqual(['tinker://rl-2', 'tinker://best']);
    again.close();
  });
});
