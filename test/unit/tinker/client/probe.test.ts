import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BATCH_DIVISORS, SEQUENCE_DIVISORS } from '../../../../src/tinker/client/internal/learner/reduction.js';
import { describeTinkerProbe, probeTinkerServer } from '../../../../src/tinker/client/probe.js';
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

  it('finds what a server does not honour', async () => {
    expect(await measure()).toMatchObject({
      clipsGradients: false,
      honoursMaxGradientNorm: true,
      honoursSequenceIds: true,
      resetsOptimizer: true,
      keepsSnapshots: true,
      largestRatio: undefined,
    });
    expect(await measure({ ignoresMaxGradientNorm: true })).toMatchObject({ honoursMaxGradientNorm: false });
    for (const batch of BATCH_DIVISORS) {
      const reduction = { sequence: 'weights', batch } as const;
      expect(await measure({ reduction })).toMatchObject({ honoursSequenceIds: true });
      expect(await measure({ reduction, ignoresSequenceIds: true })).toMatchObject({ honoursSequenceIds: false });
    }
    expect(await measure({ forgetsSnapshots: true })).toMatchObject({ keepsSnapshots: false });
    expect(await measure({ loadsOptimizerAlways: true })).toMatchObject({ resetsOptimizer: false });
    expect(await measure({ fixedGradientNorm: 1 })).toMatchObject({ clipsGradients: true });
    expect((await measure({ largestRatio: 2 })).largestRatio).toBeCloseTo(2, 1);
  });

  it.each([
    ['all of them', {}, ['cross_entropy', 'ppo', 'cispo']],
    [
      'what is a mean over the request',
      { reduction: { sequence: 'length', batch: 'request' } },
      ['cross_entropy', 'ppo', 'cispo'],
    ],
    [
      'none that is divided by its own weights',
      { reduction: { sequence: 'weights', batch: 'none' } },
      ['ppo', 'cispo'],
    ],
    ['none of a mean over the step', { reduction: { sequence: 'none', batch: 'step' } }, []],
    ['none that cuts off where it is not asked to', { ignoresLossConfig: true }, ['cross_entropy']],
    ['none that caps ratios besides', { largestRatio: 2 }, ['cross_entropy', 'cispo']],
    [
      'none that the server has not',
      { losses: ['cross_entropy', 'importance_sampling', 'cispo'] },
      ['cross_entropy', 'cispo'],
    ],
    ['none where the next model would begin with its gradient', { keepsGradients: true }, []],
    ['none without logprobs', { tellsNoLogprobs: true }, []],
  ] as const)('finds which losses may be left with a server: %s', async (_, server, onePass) => {
    expect((await measure(server)).onePass).toEqual(onePass);
  });

  it('goes on where a loss is refused', async () => {
    const { crossEntropy, importanceSampling } = await measure({ losses: ['cross_entropy'] });
    expect(crossEntropy).toEqual({ sequence: 'none', batch: 'none' });
    expect(importanceSampling).toBeUndefined();
  });

  it.each(['absent', 'refused'] as const)(
    'takes snapshots for not kept where the logprobs of prompts are %s, and keeps that in its file',
    async (promptLogprobs) => {
      const directory = await mkdtemp(join(tmpdir(), 'rstar2-probe-'));
      try {
        const cache = join(directory, 'probes.json');
        const engine = new BigramEngine({ promptLogprobs });
        const measured = await probeTinkerServer(engine, { cache });
        expect(measured.semantics.keepsSnapshots).toBe(false);
        expect(measured.findings.find(({ name }) => name.startsWith('a snapshot'))!.measured).toMatch(/prompt/);
        expect(await probeTinkerServer(engine, { cache })).toEqual(measured);
        expect(engine.applied.models).toBe(4);
      } finally {
        await rm(directory, { recursive: true });
      }
    },
  );

  it('measures each model of a server', async () => {
    const cache = new Map<string, Awaited<ReturnType<typeof probeTinkerServer>>>();
    const engine = new BigramEngine({ baseModels: ['bigram', 'another'] });
    await probeTinkerServer(engine, { cache });
    expect(await probeTinkerServer(engine, { cache, baseModel: 'another' })).toMatchObject({ baseModel: 'another' });
    expect(engine.applied.models).toBe(8);
  });

  it('asks before it costs someone money, and measures a server once', async () => {
    const url = 'https://tinker.example.com';
    const engine = new BigramEngine({ baseUrl: url });
    await expect(probeTinkerServer(engine)).rejects.toThrow(/options\.consent: expected true, got none/);
    await expect(probeTinkerServer(engine, { consent: () => false })).rejects.toThrow(/got no/);
    expect(engine.applied.models).toBe(0);
    const asked: unknown[] = [];
    const cache = new Map<string, Awaited<ReturnType<typeof probeTinkerServer>>>();
    const consent = (question: unknown) => asked.push(question) > 0;
    const first = await probeTinkerServer(engine, { consent, cache });
    expect(await probeTinkerServer(engine, { cache })).toBe(first);
    expect(asked).toEqual([{ url, baseModel: 'bigram', steps: 150 }]);
    expect(engine.applied.steps).toBeLessThanOrEqual(150);
    expect(engine.applied.models).toBe(4);
  });

  it('shows what it measured as a table', async () => {
    const table = describeTinkerProbe(await probeTinkerServer(new BigramEngine({ ignoresSequenceIds: true })));
    expect(table).toMatch(/\| cross_entropy: three \| [23]\.\d+ \|/);
    expect(table).toContain('| sequence ids are honoured | no |');
    expect(table).toContain('| clip | one pass, by ppo |');
    expect(table).toContain('kl-cov | two passes, by cross_entropy: no loss of the protocol means the same |');
    const clips = await probeTinkerServer(new BigramEngine({ fixedGradientNorm: 1 }));
    expect(describeTinkerProbe(clips)).toContain('nothing can be trained exactly on it');
  });
});
