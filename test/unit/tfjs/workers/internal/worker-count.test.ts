import { afterEach, describe, expect, it, vi } from 'vitest';
import os from 'node:os';
import {
  createDecoder,
  createSampler,
  createTfjsLearner,
  createTfjsLearnerFactory,
} from '../../../../../src/tfjs/index.js';
import { decoderConfig } from '../../../../../src/tfjs/model/config.js';
import { openPool } from '../../../../../src/tfjs/workers/internal/index.js';
import { useBackend } from '../../backends.js';
import { SMALL } from '../../shapes.js';

/** 1.4 million parameters. */
const large = decoderConfig({ ...SMALL, vocabSize: 20_000, hiddenSize: 64, numHiddenLayers: 3 });
const count = (asked: number | undefined, config = large) => openPool(asked, config)?.size ?? 1;

describe('how many workers there are', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is the number of cores for a model that is worth it, on wasm', async () => {
    vi.spyOn(os, 'availableParallelism').mockReturnValue(6);
    vi.spyOn(os, 'totalmem').mockReturnValue(2 ** 35);
    vi.spyOn(process, 'constrainedMemory').mockReturnValue(0);
    await useBackend('wasm');
    expect([count(undefined), count(undefined, SMALL)]).toEqual([6, 1]);
    expect([count(1), count(3), count(2, SMALL)]).toEqual([1, 3, 2]);
    await useBackend('cpu');
    expect([count(undefined), count(3)]).toEqual([1, 3]);
  });

  it('is not more than half of the memory has room for, however many are asked for', async () => {
    await useBackend('wasm');
    vi.spyOn(os, 'availableParallelism').mockReturnValue(6);
    vi.spyOn(process, 'constrainedMemory').mockReturnValue(2 ** 31);
    expect([count(undefined), count(6)]).toEqual([3, 3]);
    vi.spyOn(process, 'constrainedMemory').mockReturnValue(2 ** 29);
    expect(count(undefined)).toBe(1);
  });

  it('is checked where the option is given', async () => {
    await useBackend('wasm');
    const model = createDecoder(SMALL, { seed: 1 });
    const expected = 'options.workers: expected';
    expect(() => createSampler(model, { workers: 0 })).toThrow(expected);
    expect(() => createSampler(model, { workers: 257 })).toThrow(expected);
    expect(() => createTfjsLearner({ model, workers: 1.5 })).toThrow(expected);
    expect(() => createTfjsLearnerFactory({ baseModels: {}, workers: -1 })).toThrow(expected);
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    expect(() => createSampler(model, { workers: 2 })).toThrow(
      new RangeError('options.workers: expected 1 where there are no worker threads, got 2'),
    );
    model.dispose();
  });
});
