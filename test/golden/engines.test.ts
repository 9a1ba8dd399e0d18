import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadAdapter, loadModel } from '../../src/tfjs/index.js';
import { playBack } from '../recordings/engines/play-back.js';
import { PROMPTS, playScenario, type Drawn } from '../recordings/engines/scenario.js';
import { useBackend } from '../unit/tfjs/backends.js';
import { distanceOf } from './decoder-logprobs.js';

/** Recorded from real servers by test/recordings/engines. */
const recordings = fileURLToPath(new URL('../recordings/engines/', import.meta.url));
const engines = readdirSync(recordings, { withFileTypes: true })
  .filter((entry) => existsSync(`${recordings}${entry.name}/adapter`) && existsSync(`${recordings}${entry.name}/model`))
  .map(({ name }) => name);

const playEngine = (engine: string) =>
  playBack<Drawn>(`${recordings}${engine}`, (url) => playScenario({ url }, 'FOLDER/adapter'));

it('there is a recording of vLLM', () => {
  expect(engines).toContain('vllm');
});

describe.each(engines)('%s', (engine) => {
  it('was asked what is asked now, and every token has its logprob and, of an adapter, its version', async () => {
    const { result: drawn, left } = await playEngine(engine);
    expect(left).toBe(0);
    for (const [from, generations] of Object.entries(drawn)) {
      for (const { tokens, logprobs, finishReason, weightVersions } of generations) {
        expect(logprobs.length).toBe(tokens.length);
        expect(finishReason).toBe(tokens.at(-1) === 60 ? 'stop' : 'length');
        if (from === 'adapter') expect(weightVersions).toEqual([{ version: 'step-1', start: 0, end: tokens.length }]);
      }
    }
    // The token endpoint says besides which weights it had.
    expect(drawn.base.map(({ weightVersions }) => weightVersions?.length)).toEqual(PROMPTS.map(() => 1));
    expect(drawn.completions).toEqual(
      drawn.base.map(({ tokens, logprobs, finishReason }) => ({ tokens, logprobs, finishReason })),
    );
  });

  it('has the logprobs of our decoder within 1e-2, and those of the adapter, read from the same files', async () => {
    const { result: drawn } = await playEngine(engine);
    await useBackend('wasm');
    const base = await loadModel(`${recordings}${engine}/model`);
    const adapter = await loadAdapter(base, `${recordings}${engine}/adapter`);
    try {
      expect(distanceOf(base, PROMPTS, drawn.base)).toBeLessThan(1e-2);
      expect(distanceOf(adapter, PROMPTS, drawn.adapter)).toBeLessThan(1e-2);
      // Else the adapter would do nothing.
      expect(distanceOf(base, PROMPTS, drawn.adapter)).toBeGreaterThan(0.1);
    } finally {
      adapter.dispose();
      base.dispose();
    }
  });
});
