import { describe, expect, it } from 'vitest';
import { createWandbSink } from '../../../src/report/index.js';

function noting() {
  const logged: (readonly [step: number | undefined, data: object])[] = [];
  const run = {
    finished: 0,
    log: (data: Record<string, unknown>, step?: number) => void logged.push([step, data]),
    finish: () => Promise.resolve(void run.finished++),
  };
  return { logged, run };
}

describe('createWandbSink', () => {
  it('logs the numbers of each record on one axis of steps that never goes back', async () => {
    const { logged, run } = noting();
    const sink = createWandbSink(run, { earlier: [{ step: 100, stage: 'sft', loss: 1 }] });
    await sink.append(
      { step: 0, stage: 'eval', passAt1: 0.25 },
      { step: 1, stage: 'rl', reward: 0.5, kl: NaN, note: 'x' },
    );
    await sink.append({ step: 2, stage: 'rl' }, { step: 3, stage: 'rl', reward: 0.75 });
    expect(logged).toEqual([
      [100, { 'eval/passAt1': 0.25 }],
      [101, { 'rl/reward': 0.5 }],
      [103, { 'rl/reward': 0.75 }],
    ]);
  });

  it('files them under the names of another trainer', async () => {
    const { logged, run } = noting();
    await createWandbSink(run, { names: 'verl' }).append({ step: 1, stage: 'rl', reward: 0.5 });
    expect(logged).toEqual([[1, { 'critic/score/mean': 0.5 }]]);
  });

  it('finishes the run once', async () => {
    const { run } = noting();
    const sink = createWandbSink(run);
    await sink.close();
    await sink.close();
    expect(run.finished).toBe(1);
  });

  it('refuses what is no run or no record', () => {
    const { run } = noting();
    expect(() => createWandbSink({ log: () => undefined } as never)).toThrow('run.finish: expected a function');
    expect(() => createWandbSink(run, { names: 'own2' as never })).toThrow('options.names: expected');
    expect(() => createWandbSink(run).append({ step: -1, stage: 'rl' })).toThrow(
      'records[0].step: expected at least 0',
    );
  });
});
