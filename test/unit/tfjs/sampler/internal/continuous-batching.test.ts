import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDecoder, createSampler, type Decoder } from '../../../../../src/tfjs/index.js';
import type * as ForwardPass from '../../../../../src/tfjs/sampler/internal/forward-pass.js';
import { useBackend } from '../../backends.js';
import { SMALL } from '../../shapes.js';

const passes: number[] = [];
vi.mock(import('../../../../../src/tfjs/sampler/internal/forward-pass.js'), async (original) => {
  const actual: typeof ForwardPass = await original();
  return {
    ...actual,
    drawnLogits: (weights, store, plan) => {
      passes.push(plan.tokens.length);
      return actual.drawnLogits(weights, store, plan);
    },
  };
});

const prompt = Int32Array.from({ length: 40 }, (_, i) => (i * 5) % 23);
const SAMPLES = 8;

describe('the tokens that are computed for the samples of one prompt', () => {
  let model: Decoder;
  beforeAll(async () => {
    await useBackend('cpu');
    model = createDecoder(SMALL, { seed: 'prefix' });
  });
  beforeEach(() => void passes.splice(0));

  const computed = async (width: number, sessions: boolean) => {
    const sampler = createSampler(model);
    const drawn: string[] = [];
    let next = 0;
    const draw = async () => {
      while (next < SAMPLES) {
        const i = next++;
        const session = sessions ? { sessionId: `${i}` } : {};
        const request = { tokens: prompt, sampling: { maxTokens: 4, stopTokens: [], seed: i } };
        drawn[i] = String((await sampler.generate({ ...request, ...session })).tokens);
        sampler.endSession(`${i}`);
      }
    };
    await Promise.all(Array.from({ length: width }, draw));
    await sampler.close();
    return { drawn, tokens: passes.reduce((sum, count) => sum + count, 0) };
  };

  it.each([
    [8, true],
    [8, false],
    [3, true],
    [1, true],
    [1, false],
  ])('are the prompt once and each one’s own, with %i at once (in sessions: %s)', async (width, sessions) => {
    const { drawn, tokens } = await computed(width, sessions);
    // The last token of the prompt is every sample's own, and the last that it draws is not read.
    expect(tokens).toBe(prompt.length - 1 + SAMPLES * 4);
    const alone = await Promise.all(
      drawn.map((_, seed) =>
        createSampler(model).generate({ tokens: prompt, sampling: { maxTokens: 4, stopTokens: [], seed } }),
      ),
    );
    expect(drawn).toEqual(alone.map((generation) => String(generation.tokens)));
  });

  it('are the system message of prompts that differ once', async () => {
    const sampler = createSampler(model);
    const others = [1, 2, 3].map((last) => ({
      tokens: prompt.with(30, last),
      sampling: { maxTokens: 1, stopTokens: [] },
    }));
    await Promise.all(others.map((request) => sampler.generate(request)));
    expect(passes).toEqual([40, 20]);
    await sampler.close();
  });

  it('are the whole prompt again where the first sample gives up before it is read', async () => {
    const sampler = createSampler(model);
    const controller = new AbortController();
    const request = { tokens: prompt, sampling: { maxTokens: 4, stopTokens: [] } };
    const first = sampler.generate(request, { signal: controller.signal });
    const second = sampler.generate(request);
    controller.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    expect((await second).tokens).toHaveLength(4);
    expect(passes).toEqual([40, 1, 1, 1]);
    await sampler.close();
  });
});
