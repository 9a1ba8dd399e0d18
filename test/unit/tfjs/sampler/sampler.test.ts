import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PolicyError, type Generation, type PackedBatch } from '../../../../src/base/index.js';
import { createDecoder, type Decoder, createSampler, createTfjsLearner } from '../../../../src/tfjs/index.js';
import { KERNEL_BACKENDS, useBackend } from '../backends.js';
import { SMALL } from '../shapes.js';

const config = SMALL;
const prompt = Int32Array.from([1, 2, 3, 4, 5]);
const sampling = { maxTokens: 12, stopTokens: [0] };

/**
 * The tokens and logprobs of a generation as plain lists. TensorFlow multiplies matrices of another shape in another
 * order, so that the last digits differ.
 */
const plain = ({ tokens, logprobs }: Generation) => ({
  tokens: [...tokens],
  logprobs: Array.from(logprobs, (value) => (tf.getBackend() === 'tensorflow' ? Number(value.toFixed(4)) : value)),
});

describe.each(KERNEL_BACKENDS)('createSampler on %s', (backend) => {
  let model: Decoder;
  beforeAll(async () => {
    await useBackend(backend);
    model = createDecoder(config, { seed: 'sampler' });
  });

  it('ends a turn at a stop text, which it keeps, and refuses forms', async () => {
    const policy = createSampler(model);
    const request = { tokens: prompt, sampling: { maxTokens: 12, stopTokens: [], seed: 's' } };
    const decode = (ids: ArrayLike<number>) => Array.from(ids, (id) => `<${id}>`).join('');
    const { tokens } = await policy.generate(request);
    const text = decode(tokens.subarray(3, 5));
    expect(decode(tokens).indexOf(text)).toBe(decode(tokens.subarray(0, 3)).length);
    const ended = await policy.generate({ ...request, constraint: { stopTexts: [text] } }, { decode });
    expect(ended).toMatchObject({ tokens: tokens.slice(0, 5), finishReason: 'stop' });
    await expect(
      policy.generate({ ...request, constraint: { forms: [{ begin: '', schema: {}, end: '' }] } }),
    ).rejects.toThrow('request.constraint.forms: this policy does not support it');
    await policy.close();
  });

  it('reports the logprobs that the packed model gives the same tokens', async () => {
    const temperature = 0.7;
    const generation = await createSampler(model).generate({
      tokens: prompt,
      sampling: { ...sampling, stopTokens: [], temperature, seed: 's' },
    });
    const tokens = Int32Array.from([...prompt, ...generation.tokens]);
    const zeros = new Float32Array(tokens.length);
    const batch: PackedBatch = {
      tokens,
      offsets: Int32Array.from([0, tokens.length]),
      rollouts: Int32Array.of(0),
      responseMask: Uint8Array.from(tokens, (_, i) => Number(i >= prompt.length)),
      oldLogprobs: zeros,
      advantages: zeros,
      lossWeights: zeros,
      temperature,
    };
    const logprobs = await createTfjsLearner({ model }).logprobs(batch);
    generation.logprobs.forEach((logprob, i) => expect(logprob).toBeCloseTo(logprobs[prompt.length + i]!, 4));
    expect(generation.tokens).toHaveLength(12);
  });

  it('draws requests without a seed apart, and the same again in another sampler', async () => {
    const ask = async () => {
      const sampler = createSampler(model);
      const drawn: string[] = [];
      for (let i = 0; i < 4; i++)
        drawn.push(
          String((await sampler.generate({ tokens: prompt, sampling: { ...sampling, stopTokens: [] } })).tokens),
        );
      await sampler.close();
      return drawn;
    };
    const drawn = await ask();
    expect(new Set(drawn).size).toBeGreaterThan(1);
    expect(await ask()).toEqual(drawn);
  });

  it('gives each request the same tokens and logprobs whatever it is batched with', async () => {
    const request = (seed: number, tokens = prompt) => ({ tokens, sampling: { ...sampling, seed } });
    const alone = plain(await createSampler(model).generate(request(7)));
    const sampler = createSampler(model, { maxBatchTokens: 9 });
    const others = [1, 2, 3].map((seed) => sampler.generate(request(seed, Int32Array.from([9, seed, 8]))));
    const together = plain(await sampler.generate(request(7)));
    await Promise.all(others);
    expect(together).toEqual(alone);
  });

  it('reads in a prompt that a group shares once, to the same effect', async () => {
    const sampler = createSampler(model);
    const group = await Promise.all(
      [1, 2, 3].map((seed) =>
        sampler.generate({ tokens: prompt, sampling: { ...sampling, seed }, sessionId: `${seed}` }),
      ),
    );
    for (const [i, seed] of [1, 2, 3].entries()) {
      const alone = await createSampler(model).generate({ tokens: prompt, sampling: { ...sampling, seed } });
      expect(plain(group[i]!)).toEqual(plain(alone));
    }
  });

  it('goes on from the cache of a session as it would from the whole text', async () => {
    const sampler = createSampler(model);
    const first = await sampler.generate({ tokens: prompt, sampling: { ...sampling, seed: 1 }, sessionId: 'a' });
    const longer = Int32Array.from([...prompt, ...first.tokens, 6, 7, 8]);
    const request = { tokens: longer, sampling: { ...sampling, seed: 2 } };
    const continued = await sampler.generate({ ...request, sessionId: 'a' });
    const fresh = await createSampler(model).generate(request);
    expect(plain(continued)).toEqual(plain(fresh));
    // A context that is not a continuation is read anew from where it differs.
    const edited = { tokens: longer.with(3, 11), sampling: { ...sampling, seed: 3 } };
    const after = await sampler.generate({ ...edited, sessionId: 'a' });
    expect(plain(after)).toEqual(plain(await createSampler(model).generate(edited)));
  });

  it('ends at a stop token and keeps it, at the budget, and at the end of the context', async () => {
    const sampler = createSampler(model);
    const all = Array.from({ length: 22 }, (_, i) => i);
    const stopped = await sampler.generate({ tokens: prompt, sampling: { maxTokens: 50, stopTokens: all, seed: 1 } });
    expect(stopped.tokens.length).toBeLessThan(50);
    expect(stopped.finishReason).toBe('stop');
    expect(all).toContain(stopped.tokens.at(-1));
    const budget = await sampler.generate({ tokens: prompt, sampling: { maxTokens: 3, stopTokens: [], seed: 1 } });
    expect([budget.tokens.length, budget.finishReason]).toEqual([3, 'length']);
    const context = await sampler.generate({ tokens: prompt, sampling: { maxTokens: 500, stopTokens: [], seed: 1 } });
    expect([context.tokens.length, context.finishReason]).toEqual([64 - prompt.length, 'length']);
  });

  it('takes the most probable token at temperature 0', async () => {
    const draws = await Promise.all(
      [1, 2].map((seed) =>
        createSampler(model).generate({ tokens: prompt, sampling: { ...sampling, temperature: 0, seed } }),
      ),
    );
    expect([...draws[0]!.tokens]).toEqual([...draws[1]!.tokens]);
  });

  it('stops working on a request whose signal was aborted, and goes on with the others', async () => {
    const sampler = createSampler(model);
    const controller = new AbortController();
    const request = { tokens: prompt, sampling: { maxTokens: 40, stopTokens: [], seed: 1 } };
    const aborted = sampler.generate(request, { signal: controller.signal });
    const other = sampler.generate({ ...request, sampling: { ...request.sampling, seed: 2 } });
    setImmediate(() => controller.abort(new Error('enough')));
    await expect(aborted).rejects.toThrow('enough');
    expect((await other).tokens).toHaveLength(40);
  });

  it('keeps requests without a session apart from a session of any name', async () => {
    const sampler = createSampler(model);
    const request = { tokens: prompt, sampling: { maxTokens: 3, stopTokens: [], seed: 1 } };
    const names = ['anonymous/0', 'anonymous/1', 'undefined', ''];
    const drawn = await Promise.all([
      ...names.map((sessionId) => sampler.generate({ ...request, sessionId })),
      ...names.map(() => sampler.generate(request)),
    ]);
    expect(new Set(drawn.map(({ tokens }) => String(tokens))).size).toBe(1);
    await sampler.close();
  });

  it('refuses a bad request before any work', async () => {
    const sampler = createSampler(model);
    const generate = (tokens: number[], options = {}) =>
      sampler.generate({ tokens: Int32Array.from(tokens), sampling: { ...sampling, ...options } });
    await expect(generate([])).rejects.toThrow('request.tokens: expected at least one token, got none');
    await expect(generate([1, 23])).rejects.toThrow(
      'request.tokens[1]: expected an id below 23 (the vocabulary), got 23',
    );
    const half = sampler.generate({ tokens: [1.5] as unknown as Int32Array, sampling });
    await expect(half).rejects.toThrow('request.tokens[0]: expected a token id, got 1.5');
    await expect(generate([1], { stopTokens: [1.5] })).rejects.toThrow(
      'request.sampling.stopTokens[0]: expected a token id',
    );
    await expect(generate([1], { stopTokens: [0, 23] })).rejects.toThrow(
      new RangeError('request.sampling.stopTokens[1]: expected an id below 23 (the vocabulary), got 23'),
    );
    await expect(generate([1], { maxTokens: 0 })).rejects.toThrow(RangeError);
    await expect(generate([1], { temperature: -1 })).rejects.toThrow(RangeError);
    await expect(generate([1], { topP: 0 })).rejects.toThrow(RangeError);
    await expect(generate([1], { topK: 0 })).rejects.toThrow('request.sampling.topK: expected a positive integer');
    await expect(generate([1], { topp: 0.9 })).rejects.toThrow(
      new TypeError('request.sampling: unknown option "topp"'),
    );
    await expect(sampler.generate({ tokens: prompt } as never)).rejects.toThrow('request.sampling: expected an object');
    await expect(generate([1], { minP: 1.5 })).rejects.toThrow('request.sampling.minP: expected a number in [0, 1]');
  });

  it('says that the weights have diverged instead of drawing from logits that are NaN', async () => {
    const broken = createDecoder(config, { seed: 'sampler' });
    const parameter = broken.parameters.get('model.norm.weight')!;
    tf.tidy(() => parameter.assign(tf.fill(parameter.shape, NaN)));
    const sampler = createSampler(broken);
    const error: unknown = await sampler.generate({ tokens: prompt, sampling }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PolicyError);
    expect((error as Error).message).toContain('the logits of the next token are not finite');
    await sampler.close();
    broken.dispose();
  });

  it('leaves no tensor behind', async () => {
    const before = tf.memory().numTensors;
    const sampler = createSampler(model);
    await sampler.generate({ tokens: prompt, sampling: { ...sampling, seed: 5 } });
    await sampler.close();
    expect(tf.memory().numTensors).toBe(before);
  });
});
