import * as tf from '@tensorflow/tfjs-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PolicyError, type Generation } from '../../../../../src/base/index.js';
import { createDecoder, createSampler, type Decoder, type Sampler } from '../../../../../src/tfjs/index.js';
import { useBackend } from '../../backends.js';
import { SMALL } from '../../shapes.js';

const plain = ({ tokens, logprobs, entropies, finishReason, weightVersions }: Generation) => ({
  tokens: [...tokens],
  logprobs: [...logprobs],
  entropies: [...(entropies ?? [])],
  finishReason,
  weightVersions,
});
const promptOf = (i: number) => Int32Array.from([1, 2, 3, 4 + (i % 3), 5]);
const sampling = { maxTokens: 10, stopTokens: [0], entropies: true };
const decode = (ids: ArrayLike<number>) => Array.from(ids, (id) => `<${id}>`).join('');

/** Two turns of six conversations, and requests of no session, with a stop text. */
async function converse(sampler: Sampler) {
  const first = await Promise.all(
    Array.from({ length: 6 }, (_, i) => sampler.generate({ tokens: promptOf(i), sampling, sessionId: `s${i}` })),
  );
  const second = await Promise.all(
    first.map(({ tokens }, i) =>
      sampler.generate({
        tokens: Int32Array.from([...promptOf(i), ...tokens, 6, 7]),
        sampling: { ...sampling, seed: i },
        sessionId: `s${i}`,
      }),
    ),
  );
  for (let i = 0; i < 6; i++) sampler.endSession(`s${i}`);

  const ended = await Promise.all(
    [0, 1].map((seed) =>
      sampler.generate(
        {
          tokens: promptOf(seed),
          sampling: { ...sampling, stopTokens: [], seed },
          constraint: { stopTexts: ['9>', '><1'] },
        },
        { decode },
      ),
    ),
  );
  return [...first, ...second, ...ended].map(plain);
}

describe('a sampler with workers', () => {
  let model: Decoder;
  /** The tests share its workers: to start some from the sources takes seconds. */
  let sampler: Sampler;
  beforeAll(async () => {
    await useBackend('wasm');
    model = createDecoder(SMALL, { seed: 'pooled' });
    sampler = createSampler(model, { workers: 2 });
  });
  afterAll(async () => {
    await sampler.close();
    model.dispose();
  });

  it('generates what it generates in this thread, bit for bit, with any number of them', async () => {
    const { numTensors } = tf.memory();
    const [alone, three] = [createSampler(model), createSampler(model, { workers: 3 })];
    expect([alone.workers, sampler.workers, three.workers]).toEqual([1, 2, 3]);
    const expected = await converse(alone);
    expect(await converse(sampler)).toEqual(expected);
    expect(await converse(three)).toEqual(expected);
    await Promise.all([alone.close(), three.close()]);
    expect(tf.memory().numTensors).toBeLessThanOrEqual(numTensors);
  });

  it('streams the tokens, and no more than the turn has', async () => {
    const streamed: number[] = [];
    const request = { tokens: promptOf(0), sampling: { ...sampling, stopTokens: [], seed: 's' } };
    const whole = await sampler.generate(request);
    const stopTexts = [decode(whole.tokens.subarray(2, 4))];
    const { tokens } = await sampler.generate(
      { ...request, constraint: { stopTexts } },
      { decode, onTokens: (some) => streamed.push(...some) },
    );
    expect(streamed).toEqual([...tokens]);
    expect([...tokens]).toEqual([...whole.tokens.subarray(0, tokens.length)]);
  });

  it('aborts a request, whose session goes on', async () => {
    const abort = new AbortController();
    const request = { tokens: promptOf(0), sampling: { ...sampling, stopTokens: [], maxTokens: 40 }, sessionId: 's' };
    const reason = new Error('enough');
    const generated = sampler.generate(request, { signal: abort.signal, onTokens: () => abort.abort(reason) });
    await expect(sampler.generate(request)).rejects.toThrow('session s: a request is already running');
    await expect(generated).rejects.toBe(reason);
    await expect(sampler.generate(request, { signal: abort.signal })).rejects.toBe(reason);
    const early = new AbortController();
    const unplaced = sampler.generate({ ...request, sessionId: 't' }, { signal: early.signal });
    early.abort(reason);
    await expect(unplaced).rejects.toBe(reason);
    const { tokens } = await sampler.generate({ ...request, sampling: { ...sampling, maxTokens: 2, stopTokens: [] } });
    expect(tokens).toHaveLength(2);
  });

  it('keeps requests without a session apart from a session of any name', async () => {
    const request = { tokens: promptOf(0), sampling: { ...sampling, seed: 1 } };
    const names = Array.from({ length: 40 }, (_, i) => `anonymous/${i}`);
    const drawn = await Promise.all([
      ...names.map((sessionId) => sampler.generate({ ...request, sessionId })),
      sampler.generate(request),
    ]);
    expect(new Set(drawn.map(({ tokens }) => String(tokens))).size).toBe(1);
    for (const name of names) sampler.endSession(name);
  });

  it('rejects what throws in the caller’s own functions, and what is no request', async () => {
    const request = { tokens: promptOf(0), sampling };
    const error = new Error('of the caller');
    const fail = () => {
      throw error;
    };
    await expect(sampler.generate(request, { onTokens: fail })).rejects.toBe(error);
    const constraint = { stopTexts: ['a'] };
    await expect(sampler.generate({ ...request, constraint }, { decode: fail })).rejects.toBe(error);
    await expect(sampler.generate({ ...request, constraint })).rejects.toThrow('options.decode: expected a function');
    await expect(sampler.generate({ ...request, tokens: Int32Array.of(99) })).rejects.toThrow('request.tokens[0]');
  });

  it('rejects pending requests when it is closed, and every one after', async () => {
    const request = { tokens: promptOf(0), sampling: { ...sampling, maxTokens: 50, stopTokens: [] } };
    const placed = sampler.generate(request, { onTokens: () => void sampler.close() });
    const unplaced = sampler.generate(request);
    await expect(placed).rejects.toThrow(new PolicyError('the policy was closed'));
    await expect(unplaced).rejects.toThrow(new PolicyError('the policy was closed'));
    await expect(sampler.generate(request)).rejects.toBeInstanceOf(PolicyError);
  });
});
