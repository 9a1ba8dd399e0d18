import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CapabilityError, type MetricRecord, type RunStorage } from '../../../../../src/base/index.js';
import {
  memoryStorage,
  opfsStorage,
  runRecipe,
  RunError,
  type Recipe,
  type RunOptions,
} from '../../../../../src/recipe/index.js';
import { characters, createFakeLearner, problemsNamed } from '../../fake-learner.js';
import { FakeDirectory } from '../../storage/fake-file-system.js';

const optimizer = { learningRate: 0.01 };
const rl = {
  kind: 'rl',
  promptsPerStep: 4,
  groupSize: 2,
  sampling: { maxTokens: 40 },
  optimizer,
  until: { steps: 4 },
} as const;
const recipe: Recipe = {
  name: 'stored',
  stages: [
    { kind: 'sft', name: 'sft', steps: 3, batchSize: 2, optimizer },
    { ...rl, name: 'rl', start: { optimizer: 'keep' } },
    { ...rl, name: 'hard', filter: { samples: 3, among: 8 }, order: 'easy-first', until: { steps: 3 } },
  ],
  evaluation: { everySteps: 2, samples: 2 },
  checkpointEverySteps: 2,
};

const optionsOf = (place: Pick<RunOptions, 'directory' | 'storage'>): RunOptions => ({
  ...place,
  seed: 'seed',
  learner: () => createFakeLearner(),
  tokenizer: characters,
  problems: { train: problemsNamed('train', 12), test: problemsNamed('test', 6) },
  demonstrations: {
    demonstrations: Array.from({ length: 5 }, (_, i) => ({
      tokens: Int32Array.of(1, 2, i),
      mask: Uint8Array.of(0, 1, 1),
    })),
  },
  maxTokensPerPass: 1000,
});

/** Records without what a clock measured. */
const timeless = (records: readonly MetricRecord[]) =>
  records.map((record) => Object.fromEntries(Object.entries(record).filter(([name]) => !/second/i.test(name))));

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'run-storage-'))));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each<[string, () => RunStorage]>([
  ['memory', memoryStorage],
  ['a private file system', () => opfsStorage(new FakeDirectory('runs'))],
])('a run that is stored in %s', (name, open) => {
  it('has the records and the files of a run in a directory', async () => {
    const directory = join(folder, name);
    const there = await runRecipe(recipe, optionsOf({ directory }));
    const storage = open();
    const here = await runRecipe(recipe, optionsOf({ storage }));
    expect(timeless(here.records)).toEqual(timeless(there.records));
    expect([here.checkpoint, await storage.list('checkpoints/hard-3')]).toEqual(['checkpoints/hard-3', ['state.json']]);
    expect((await storage.list(here.best!)).length).toBe(1);
    for (const file of [
      ...['config.json', 'problems.json', 'latest.json', 'stages.json'],
      ...['rollouts.jsonl', 'difficulty/hard.jsonl'],
    ])
      expect([file, new TextDecoder().decode(await storage.read(file))]).toEqual([
        file,
        readFileSync(join(directory, file), 'utf8'),
      ]);
  });

  it('goes on to the same records, wherever it was killed', async () => {
    const uninterrupted = timeless((await runRecipe(recipe, optionsOf({ storage: open() }))).records);
    let killedAt = 0;
    for (let patience = 1; ; patience += 5) {
      const options = optionsOf({ storage: open() });
      let left = patience;
      const breaks = () => {
        if (left-- === 0) throw new Error('killed');
      };
      const killed = await runRecipe(recipe, { ...options, learner: () => createFakeLearner({ breaks }) }).then(
        () => false,
        (error: Error) => error.message === 'killed',
      );
      const { records } = await runRecipe(recipe, options);
      expect(timeless(records), `killed at call ${patience}`).toEqual(uninterrupted);
      if (!killed) break;
      killedAt++;
    }
    expect(killedAt).toBeGreaterThan(4);
  });

  it('keeps the best checkpoint whole while a better one is written', async () => {
    const storage = open();
    const seen: string[] = [];
    const learner = () => {
      const fake = createFakeLearner();
      return {
        ...fake,
        async saveCheckpoint(...[location, options]: Parameters<typeof fake.saveCheckpoint>) {
          const whole = await storage.read('checkpoints.json');
          const best = whole && (JSON.parse(new TextDecoder().decode(whole)) as { best: string }).best;
          if (location.includes('best')) seen.push(`${location} beside ${best}`);
          if (best !== undefined) expect(await storage.list(best)).toEqual(['state.json']);
          return fake.saveCheckpoint(location, options);
        },
      };
    };
    await runRecipe(recipe, { ...optionsOf({ storage }), learner });
    expect(seen.slice(0, 2)).toEqual([
      'checkpoints/best.1 beside undefined',
      'checkpoints/best.2 beside checkpoints/best.1',
    ]);
  });

  it('begins where another run that is stored begins a stage', async () => {
    const first = open();
    const { records } = await runRecipe(recipe, optionsOf({ storage: first }));
    const calls: string[] = [];
    const { records: taken } = await runRecipe(recipe, {
      ...optionsOf({ storage: open() }),
      startFrom: { storage: first, stage: 'rl' },
      learner: () => createFakeLearner({}, { calls }),
    });
    expect(timeless(taken)).toEqual(timeless(records));
    expect([calls[0], calls.filter((call) => call === 'forwardBackward').length > 0]).toEqual(['load rl-0', true]);
    expect(taken.filter(({ stage }) => stage === 'sft').length).toBe(3);
    await expect(
      runRecipe(recipe, { ...optionsOf({ storage: open() }), startFrom: { storage: open(), stage: 'rl' } }),
    ).rejects.toThrow("expected a run's directory, with a config.json");
  });

  it('is no start for another run while it writes the checkpoint of that stage', async () => {
    const first = open();
    const calls: string[] = [];
    const killed = {
      ...first,
      write: (file: string, content: Uint8Array) =>
        file.includes('rl-0/')
          ? first.write(file, content.slice(0, 1)).then(() => Promise.reject(new Error('killed')))
          : first.write(file, content),
    };
    await expect(runRecipe(recipe, optionsOf({ storage: killed }))).rejects.toThrow('killed');
    expect(await first.list('checkpoints')).toContain('rl-0');
    const second = runRecipe(recipe, {
      ...optionsOf({ storage: open() }),
      startFrom: { storage: first, stage: 'rl' },
      learner: () => createFakeLearner({}, { calls }),
    });
    await expect(second).rejects.toThrow('expected a run that has reached stage rl (checkpoints/rl-0)');
    expect(calls).toEqual([]);
  });

  it('is refused to another configuration', async () => {
    const options = optionsOf({ storage: open() });
    await runRecipe(recipe, options);
    const other = runRecipe(recipe, { ...options, seed: 'other' });
    await expect(other).rejects.toThrow(RunError);
    await expect(other).rejects.toThrow(
      `${options.storage!.name}: the run in it has another configuration (seed: "seed"`,
    );
  });
});

describe('where a run is stored', () => {
  it('is a directory or a store, said before any work', async () => {
    const learner = () => {
      throw new Error('worked');
    };
    const storage = memoryStorage();
    for (const [place, got] of [
      [{}, 'neither'],
      [{ directory: join(folder, 'never'), storage }, 'both'],
    ] as const) {
      const run = runRecipe(recipe, { ...optionsOf(place), learner });
      await expect(run).rejects.toThrow(new TypeError(`options: expected directory or storage, got ${got}`));
    }
    const nowhere = { ...optionsOf({ storage }), learner, startFrom: { stage: 'rl' } };
    await expect(runRecipe(recipe, nowhere)).rejects.toThrow(
      'options.startFrom: expected directory or storage, got neither',
    );
    await expect(runRecipe(recipe, { ...optionsOf({ storage: {} as RunStorage }), learner })).rejects.toThrow(
      /options\.storage\.name/,
    );
    expect(await storage.list('')).toEqual([]);
  });

  it('is no store for a learner that writes to the file system alone', async () => {
    const storage = memoryStorage();
    const fake = createFakeLearner();
    const learner = () => ({ ...fake, capabilities: { ...fake.capabilities, checkpointStorage: undefined } });
    await expect(runRecipe(recipe, { ...optionsOf({ storage }), learner })).rejects.toThrow(CapabilityError);
    expect(await storage.list('')).toEqual([]);
  });

  it('is one run at a time', async () => {
    const storage = memoryStorage();
    const release = await storage.lock!();
    await expect(runRecipe(recipe, optionsOf({ storage }))).rejects.toThrow('memory: another run has this store open');
    release();
    await expect(runRecipe(recipe, optionsOf({ storage }))).resolves.toMatchObject({ kind: 'finished' });
  });
});
