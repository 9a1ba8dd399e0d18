import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PolicyError, type Generation } from '../../src/index.js';
import { readCacheMetrics } from '../../src/rollout/schedule/internal/engine-metrics.js';
import { loadAdapter, loadModel } from '../../src/tfjs/index.js';
import { playBack } from '../recordings/engines/play-back.js';
import { PROMPTS } from '../recordings/engines/scenario.js';
import { playSglang } from '../recordings/engines/sglang-scenario.js';
import { useBackend } from '../unit/tfjs/backends.js';
import { distanceOf } from './decoder-logprobs.js';

/** Recorded from SGLang 0.5.23 by test/recordings/engines/sglang.py. */
const recording = fileURLToPath(new URL('../recordings/engines/sglang', import.meta.url));

const play = () =>
  playBack(recording, (url) => playSglang(url, 'FOLDER', () => Promise.resolve()), { inAnyOrder: true });

const versionsOf = ({ weightVersions = [] }: Generation) => weightVersions.map(({ version }) => version);

const turnsOf = async () => {
  const { base, paused, adapter, completions, completionsAdapter } = (await play()).result;
  return [...base, ...paused, ...adapter, ...completions, ...completionsAdapter];
};

describe('SGLang', () => {
  it('was asked what is asked now', async () => {
    expect((await play()).left).toBe(0);
  });

  it('gives a logprob and a version for every token, and keeps the stop token', async () => {
    for (const { tokens, logprobs, finishReason, weightVersions } of await turnsOf()) {
      expect(logprobs.length).toBe(tokens.length);
      expect(finishReason).toBe(tokens.at(-1) === 60 ? 'stop' : 'length');
      expect([weightVersions!.at(0)!.start, weightVersions!.at(-1)!.end]).toEqual([0, tokens.length]);
    }
  });

  it('says which weights it had, before and after they are read from disk', async () => {
    const { base, paused, adapter, completions, completionsAdapter } = (await play()).result;
    const all = (version: string) => PROMPTS.map(() => [version]);
    expect(base.map(versionsOf)).toEqual(all('step-1'));
    expect(adapter.map(versionsOf)).toEqual(all('adapter-1'));
    expect(completions.map(versionsOf)).toEqual(all('step-2'));
    expect(completionsAdapter.map(versionsOf)).toEqual(all('adapter-2'));
    // Some turns may have ended before the pause.
    expect(paused.map(versionsOf)).toContainEqual(['step-1', 'step-2']);
  });

  it('ends turns under way at pause("abort"), which may be asked for again', async () => {
    const { aborted } = (await play()).result;
    const errors = aborted.flatMap((one) => (one.status === 'rejected' ? [one.reason as PolicyError] : []));
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors)
      expect(error).toMatchObject({ message: 'completion: the server ended it with "abort"', retryable: true });
  });

  it('refuses weights, adapters and prompts in its own words, for good', async () => {
    const { refused } = (await play()).result;
    const errors = refused.map((one) => (one.status === 'rejected' ? (one.reason as unknown) : one.value));
    expect(errors.every((error) => error instanceof PolicyError && !error.retryable)).toBe(true);
    expect(errors.map((error) => (error as Error).message)).toEqual([
      expect.stringMatching(/^useWeights: HTTP 400: .*Failed to get weights iterator/),
      expect.stringMatching(/^adapter adapter-3: HTTP 400: .*"success":false/),
      expect.stringMatching(/^completion: HTTP 400: .*longer than the model's context length \(128 tokens\)/),
    ]);
  });

  it('has a page of metrics with the size of its cache and the share in use', () => {
    const metrics = readCacheMetrics(readFileSync(`${recording}/metrics.txt`, 'utf8'));
    expect(metrics).toEqual({ capacityTokens: 4096, usage: expect.closeTo(0, 1) as number });
  });

  it('has the logprobs of our decoder within 1e-4, of the base, an adapter, and turns that were paused', async () => {
    const { base, paused, adapter, completions, completionsAdapter } = (await play()).result;
    await useBackend('wasm');
    const model = await loadModel(`${recording}/../vllm/model`);
    const adapted = await loadAdapter(model, `${recording}/adapter`);
    try {
      for (const turns of [base, completions]) expect(distanceOf(model, PROMPTS, turns)).toBeLessThan(1e-4);
      const long = paused.map(() => PROMPTS[0]!);
      expect(distanceOf(model, long, paused)).toBeLessThan(1e-4);
      for (const turns of [adapter, completionsAdapter]) {
        expect(distanceOf(adapted, PROMPTS, turns)).toBeLessThan(1e-4);
        expect(distanceOf(model, PROMPTS, turns)).toBeGreaterThan(0.1);
      }
    } finally {
      adapted.dispose();
      model.dispose();
    }
  });
});
