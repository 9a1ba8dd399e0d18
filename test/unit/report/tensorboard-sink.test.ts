import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTensorBoardSink, type MetricRecord } from '../../../src/report/index.js';
import { readEvents, stepsOf } from './event-file.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-tensorboard-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const rl = (step: number, reward: number): MetricRecord => ({ step, stage: 'rl', reward });

describe('createTensorBoardSink', () => {
  it("writes the very bytes that TensorBoard's own classes write", () => {
    const recorded = JSON.parse(
      readFileSync(new URL('../../recordings/event-files.json', import.meta.url), 'utf8'),
    ) as {
      now: number;
      earlier: MetricRecord[];
      records: { now: number; record: MetricRecord }[];
      file: string;
    };
    let { now } = recorded;
    const sink = createTensorBoardSink(folder, { earlier: recorded.earlier, now: () => now });
    for (const { now: at, record } of recorded.records) {
      now = at;
      sink.append(record);
    }
    sink.close();
    expect(readFileSync(sink.path).toString('base64')).toBe(recorded.file);
  });

  it('makes the folder, and a record is in the file when append returns', () => {
    const sink = createTensorBoardSink(join(folder, 'run', 'tensorboard'));
    sink.append(rl(1, 0.5), rl(2, 0.75));
    expect(stepsOf([sink.path], 'rl/reward')).toEqual([
      [1, 0.5],
      [2, 0.75],
    ]);
    sink.close();
  });

  it('puts the stages of a run on one axis and held-out measurements where training stood', () => {
    const sink = createTensorBoardSink(folder);
    sink.append({ step: 1, stage: 'sft', loss: 2 }, { step: 2, stage: 'sft', loss: 1 });
    sink.append({ step: 0, stage: 'eval', passAt1: 0.25 }, rl(1, 0.5), { step: 1, stage: 'eval', passAt1: 0.5 });
    sink.close();
    expect(stepsOf([sink.path], 'sft/loss')).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(stepsOf([sink.path], 'rl/reward')).toEqual([[3, 0.5]]);
    expect(stepsOf([sink.path], 'eval/passAt1')).toEqual([
      [2, 0.25],
      [3, 0.5],
    ]);
  });

  it('leaves out what is no finite number', () => {
    const sink = createTensorBoardSink(folder);
    sink.append({ step: 1, stage: 'rl', loss: NaN, kl: null, note: 'text', entropy: 0.25 }, { step: 2, stage: 'rl' });
    sink.close();
    expect(readEvents(sink.path).slice(2)).toEqual([{ step: 1, scalars: { 'rl/entropy': 0.25 } }]);
  });

  it('goes on after a kill in a file of its own that voids what was measured past the checkpoint', () => {
    const now = () => 1_700_000_000_000;
    const killed = createTensorBoardSink(folder, { now });
    killed.append({ step: 1, stage: 'sft', loss: 2 }, rl(1, 0.5), rl(2, 0.1), rl(3, 0.2));
    const earlier = [{ step: 1, stage: 'sft', loss: 2 }, rl(1, 0.5)];
    const resumed = createTensorBoardSink(folder, { now, earlier });
    resumed.append(rl(2, 0.625), rl(3, 0.75));
    resumed.close();
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([killed.path, resumed.path]);
    expect(stepsOf([killed.path, resumed.path], 'rl/reward')).toEqual([
      [2, 0.5],
      [3, 0.625],
      [4, 0.75],
    ]);
    killed.close();
  });

  it('voids all of an earlier file where nothing of the run stands', () => {
    const first = createTensorBoardSink(folder);
    first.append({ step: 0, stage: 'eval', passAt1: 0.1 }, rl(1, 0.5));
    first.close();
    const again = createTensorBoardSink(folder);
    again.append(rl(1, 0.625));
    again.close();
    expect(stepsOf([first.path, again.path], 'rl/reward')).toEqual([[1, 0.625]]);
    expect(stepsOf([first.path, again.path], 'eval/passAt1')).toEqual([]);
  });

  it.each([
    ['verl', { 'critic/score/mean': 0.5, 'rl/toolErrorShareInCorrect': 0.25 }, { 'val-core/unknown/acc/mean@1': 0.75 }],
    ['trl', { 'train/reward': 0.5, 'rl/toolErrorShareInCorrect': 0.25 }, { 'eval/reward': 0.75 }],
  ] as const)('files metrics under the names of %s', (names, training, heldOut) => {
    const sink = createTensorBoardSink(folder, { names });
    sink.append({ ...rl(1, 0.5), toolErrorShareInCorrect: 0.25 }, { step: 1, stage: 'eval', passAt1: 0.75 });
    sink.close();
    const events = readEvents(sink.path).slice(2);
    expect(events.map(({ scalars }) => scalars)).toEqual([training, heldOut]);
  });

  it('refuses what is no record, before it writes anything', () => {
    const sink = createTensorBoardSink(folder);
    expect(() => sink.append(rl(1, 0.5), { step: -1, stage: 'rl' })).toThrow(
      new RangeError('records[1].step: expected at least 0, got -1'),
    );
    expect(() => sink.append({ step: 1 } as never)).toThrow('records[0].stage: expected a string, got undefined');
    expect(readEvents(sink.path)).toHaveLength(2);
    sink.close();
    expect(() => sink.append(rl(1, 0.5))).toThrow(TypeError);
    expect(() => createTensorBoardSink(folder, { names: 'keras' as never })).toThrow('options.names: expected');
  });
});
