import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PackedBatch } from '../../../../../src/base/index.js';
import { createDecoder, createTfjsLearner, type Decoder } from '../../../../../src/tfjs/index.js';
import { useBackend } from '../../backends.js';
import { SMALL } from '../../shapes.js';

const CLIP = { kind: 'clip', clipLow: 0.2, clipHigh: 0.28 } as const;

/** One sequence of four tokens, the first two of the prompt. */
function batch(last = 4): PackedBatch {
  return {
    tokens: Int32Array.of(1, 2, 3, last),
    offsets: Int32Array.of(0, 4),
    rollouts: Int32Array.of(0),
    responseMask: Uint8Array.of(0, 0, 1, 1),
    oldLogprobs: Float32Array.of(0, 0, -2.5, -2.5),
    advantages: Float32Array.of(0, 0, 1, 1),
    lossWeights: Float32Array.of(0, 0, 0.5, 0.5),
    temperature: 1,
  };
}

const learnerOf = (workers: number) =>
  createTfjsLearner({ model: createDecoder(SMALL, { seed: 'calls' }), schedule: { kind: 'constant' }, workers });
const weightsOf = (model: Decoder) => [...model.parameters.values()].flatMap((p) => [...p.dataSync<'float32'>()]);

/** The weights after a step on these batches, one after the other. */
async function stepped(batches: readonly PackedBatch[]): Promise<number[]> {
  const learner = learnerOf(1);
  for (const one of batches) await learner.forwardBackward(one, CLIP);
  await learner.optimizerStep({ learningRate: 0.1 });
  await learner.close();
  const weights = weightsOf(learner.model);
  learner.model.dispose();
  return weights;
}

describe.each([1, 2])('calls of a learner that are under way at once, %i workers', (workers) => {
  beforeAll(() => useBackend('wasm'));

  it('add nothing if they are aborted, before their turn or in it', async () => {
    const learner = learnerOf(workers);
    const stop = new AbortController();
    const calls = [4, 5, 6, 7, 8, 9].map((last, i) =>
      learner.forwardBackward(batch(last), CLIP, i < 2 ? {} : { signal: stop.signal }),
    );
    stop.abort(new Error('enough'));
    const ends = await Promise.allSettled(calls);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', ...Array<string>(4).fill('rejected')]);
    expect((ends[5] as PromiseRejectedResult).reason).toBe(stop.signal.reason);
    await learner.optimizerStep({ learningRate: 0.1 });
    expect(weightsOf(learner.model)).toEqual(await stepped([batch(4), batch(5)]));
    await learner.close();
    learner.model.dispose();
  });

  it('compute with the arrays as they were at the call', async () => {
    const learner = learnerOf(workers);
    const batches = [4, 5, 6, 7, 8].map((last) => batch(last));
    const calls = batches.map((one) => learner.forwardBackward(one, CLIP));
    for (const { advantages } of batches) advantages.fill(0);
    await Promise.all(calls);
    await learner.optimizerStep({ learningRate: 0.1 });
    expect(weightsOf(learner.model)).toEqual(await stepped([4, 5, 6, 7, 8].map((last) => batch(last))));
    await learner.close();
    learner.model.dispose();
  });
});

describe('steps and checkpoints of a learner', () => {
  let directory: string;
  beforeAll(async () => {
    await useBackend('wasm');
    directory = await mkdtemp(join(tmpdir(), 'rstar2-calls-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('leave timers their turn between two batches', async () => {
    const learner = learnerOf(1);
    const order: string[] = [];
    const calls = [4, 5, 6].map(async (last) => {
      await learner.forwardBackward(batch(last), CLIP);
      order.push('batch');
    });
    setImmediate(() => order.push('timer'));
    await Promise.all(calls);
    expect(order.indexOf('timer')).toBeLessThan(3);
    expect(order.indexOf('timer')).toBeGreaterThanOrEqual(0);
    await learner.close();
    learner.model.dispose();
  });

  it('take no gradient twice', async () => {
    const learner = learnerOf(1);
    await learner.forwardBackward(batch(), CLIP);
    const [first, second] = await Promise.allSettled([learner.optimizerStep(), learner.optimizerStep()]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    await learner.forwardBackward(batch(), CLIP);
    expect(await learner.optimizerStep()).toMatchObject({ step: 2 });
    await learner.close();
    learner.model.dispose();
  });

  it('save the weights as they are before a step that begins meanwhile', async () => {
    const learner = learnerOf(1);
    const before = weightsOf(learner.model);
    await learner.forwardBackward(batch(), CLIP);
    const folder = join(directory, 'saved');
    await Promise.all([learner.saveCheckpoint(folder), learner.optimizerStep({ learningRate: 0.1 })]);
    expect(weightsOf(learner.model)).not.toEqual(before);
    await learner.loadCheckpoint(folder);
    expect(weightsOf(learner.model)).toEqual(before);
    await learner.close();
    learner.model.dispose();
  });
});
