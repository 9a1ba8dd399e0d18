import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeTinkerProbe, probeTinkerServer } from '../../../../src/tinker/client/probe.js';
import { BATCH_DIVISORS, SEQUENCE_DIVISORS } from '../../../../src/tinker/client/semantics.js';
import { BigramEngine, type BigramEngineOptions } from './bigram-engine.js';

const measure = async (options: BigramEngineOptions = {}) =>
  (await probeTinkerServer(new BigramEngine(options))).semantics;

describe('probeTinkerServer', () => {
  const reductions = SEQUENCE_DIVISORS.flatMap((sequence) => BATCH_DIVISORS.map((batch) => ({ sequence, batch })));
  it.each(reductions)('finds that a sequence is divided by $sequence and the batch by $batch', async (reduction) => {
    const { crossEntropy, importanceSampling } = await measure({ reduction });
    expect(crossEntropy).toEqual(reduction);
    // Weights that are absent count 1, so that their sum is the length.
    const { sequence, batch } = reduction;
    expect(importanceSampling).toEqual({ sequence: sequence.startsWith('weights') ? 'length' : sequence, batch });
  });

  it('finds what a server does not honour, and takes what it does not measure at its most cautious', async () => {
    expect(await measure()).toMatchObject({
      ...{ clipsGradients: false, honoursMaxGradientNorm: true, resetsOptimizer: true },
      ...{ honoursSequenceIds: false, keepsSnapshots: false },
    });
    expect((await measure()).onePass).toBeUndefined();
    expect(await measure({ ignoresMaxGradientNorm: true })).toMatchObject({ honoursMaxGradientNorm: false });
    expect(await measure({ loadsOptimizerAlways: true })).toMatchObject({ resetsOptimizer: false });
    expect(await measure({ fixedGradientNorm: 1 })).toMatchObject({ clipsGradients: true });
  });

  it('goes on where a loss is refused', async () => {
    const { crossEntropy, importanceSampling } = await measure({ losses: ['cross_entropy'] });
    expect(crossEntropy).toEqual({ sequence: 'none', batch: 'none' });
    expect(importanceSampling).toBeUndefined();
  });

  it('keeps what it measured in its file, and reads the fuller ones of earlier versions', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'rstar2-probe-'));
    try {
      const cache = join(directory, 'probes.json');
      const engine = new BigramEngine();
      const measured = await probeTinkerServer(engine, { cache });
      expect(await probeTinkerServer(engine, { cache })).toEqual(measured);
      expect(engine.applied.models).toBe(2);
      const earlier = { ...measured.semantics, largestRatio: 2, honoursSequenceIds: true, onePass: ['ppo'] };
      const key = 'http://127.0.0.1:1 bigram of bigram';
      await writeFile(cache, JSON.stringify({ [key]: { ...measured, semantics: earlier } }));
      const { semantics } = await probeTinkerServer(engine, { cache });
      expect(semantics).toEqual({ ...measured.semantics, honoursSequenceIds: true, onePass: ['ppo'] });
      await writeFile(cache, '[');
      await expect(probeTinkerServer(engine, { cache })).rejects.toThrow('probes.json: expected JSON');
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it('asks before it costs someone money, and measures each model of a server once', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'rstar2-probe-'));
    try {
      const cache = join(directory, 'probes.json');
      const engine = new BigramEngine({ baseUrl: 'https://tinker.example.com', baseModels: ['bigram', 'another'] });
      await expect(probeTinkerServer(engine)).rejects.toThrow(/options\.consent: expected true:/);
      expect(engine.applied.models).toBe(0);
      const first = await probeTinkerServer(engine, { consent: true, cache });
      expect(engine.applied.steps).toBeLessThanOrEqual(64);
      expect(await probeTinkerServer(engine, { cache })).toEqual(first);
      expect(engine.applied.models).toBe(2);
      const another = await probeTinkerServer(engine, { consent: true, cache, baseModel: 'another' });
      expect(another).toMatchObject({ baseModel: 'another' });
      expect(engine.applied.models).toBe(4);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it('shows what it measured as a table', async () => {
    const table = describeTinkerProbe(await probeTinkerServer(new BigramEngine()));
    expect(table).toMatch(/\| cross_entropy: three \| [23]\.\d+ \|/);
    expect(table).toContain('| grad_clip_norm is honoured | yes |');
  });
});
