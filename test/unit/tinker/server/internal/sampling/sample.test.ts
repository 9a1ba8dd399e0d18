import { describe, expect, it } from 'vitest';
import type { Generation, PolicySnapshot } from '../../../../../../src/base/index.js';
import { limitConcurrency } from '../../../../../../src/io/index.js';
import { runSample } from '../../../../../../src/tinker/server/internal/sampling/sample.js';

/** A policy whose generations end when the test says so. */
function heldPolicy() {
  const held: { readonly length: number; readonly end: (error?: Error) => void; readonly signal?: AbortSignal }[] = [];
  const generate: PolicySnapshot['generate'] = ({ tokens }, options) =>
    new Promise((resolve, reject) => {
      const drawn = { tokens: Int32Array.of(1), logprobs: Float32Array.of(-1), finishReason: 'length' } as Generation;
      const end = (error?: Error) => (error === undefined ? resolve(drawn) : reject(error));
      held.push({ length: tokens.length, end, ...(options?.signal && { signal: options.signal }) });
    });
  const policy = { generate } as PolicySnapshot;
  const endAll = async () => {
    for (let ended = 0; ended < held.length; await turn()) held[ended++]!.end();
  };
  return { policy, held, endAll };
}

/** Lets everything that can go on do so. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

const request = (tokens: number, promptAlternatives?: number) => ({
  ...{ sequenceId: 1, prompt: new Int32Array(tokens).fill(1), samples: 1, sampling: { maxTokens: 1 } },
  promptAlternatives,
});

describe('alternatives for the places of a prompt', () => {
  it('are drawn sixteen at a time, so that the samples of others are drawn in between', async () => {
    const { policy, held, endAll } = heldPolicy();
    const drawing = limitConcurrency(24);
    const many = runSample(policy, request(41, 2), {}, drawing);
    await turn();
    held[0]!.end();
    await turn();
    // Its own sample is drawn; of its 80 alternatives, sixteen are under way.
    expect(held).toHaveLength(1 + 16);
    const others = Array.from({ length: 4 }, () => runSample(policy, request(100), {}, drawing));
    await turn();
    expect(held.filter(({ length }) => length === 100)).toHaveLength(4);
    await endAll();
    expect((await many).promptAlternatives?.tokens).toMatchObject({ shape: [40, 2] });
    expect(await Promise.all(others)).toHaveLength(4);
    expect(held).toHaveLength(1 + 80 + 4);
  });

  it('fail as the first that fails, and no further ones are drawn', async () => {
    const { policy, held } = heldPolicy();
    const many = runSample(policy, request(41, 2), {}, limitConcurrency(24));
    await turn();
    held[0]!.end();
    await turn();
    held[3]!.end(new Error('the engine is gone'));
    await expect(many).rejects.toThrow('the engine is gone');
    await turn();
    expect(held).toHaveLength(1 + 16);
    expect(held[5]!.signal?.aborted).toBe(true);
  });
});
