import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossEntropyBatch, type Learner } from '../../../../../../src/base/index.js';
import { failureCategory } from '../../../../../../src/tinker/server/internal/answer.js';
import { runForward } from '../../../../../../src/tinker/server/internal/training/forward.js';
import type { TinkerForwardRequest } from '../../../../../../src/tinker/wire/messages.js';
import { smallFactory } from '../../served.js';

const LIMITS = { maxDatums: 8, maxTokens: 1000, maxTokensPerPass: 1000, vocabularySize: 32, contextLength: 64 };
const SEQUENCES = [
  [1, 2, 3, 4, 5],
  [6, 7, 8],
  [9, 10, 11, 12],
];

function request(loss: string, forwardOnly = false): TinkerForwardRequest {
  const data = SEQUENCES.map((sequence, i) => {
    const tokens = Int32Array.from(sequence.slice(0, -1));
    const floats = (value: (t: number) => number) =>
      ({ dtype: 'float32', data: Float32Array.from(tokens, (_, t) => value(t)) }) as const;
    // The last of them is no continuation: what is scored need not be what is read.
    const targets = Int32Array.from(i === 2 ? [20, 21, 22] : sequence.slice(1));
    const rl = { logprobs: floats((t) => -3 - 0.1 * t), advantages: floats((t) => 1 - t) };
    const inputs = loss === 'cross_entropy' ? { weights: floats((t) => t - 1) } : rl;
    return { tokens, lossInputs: { target_tokens: { dtype: 'int64', data: targets }, ...inputs } } as const;
  });
  return { modelId: 'm', sequenceId: 1, data, loss, forwardOnly };
}

describe('forward and forward_backward', () => {
  let factory: Awaited<ReturnType<typeof smallFactory>>;
  beforeAll(async () => {
    factory = await smallFactory();
  });
  afterAll(() => factory.close());
  const made = () => factory.createLearner({ baseModel: 'small', lora: { rank: 2 }, seed: 1 });
  const normOf = async (learner: Learner) => (await learner.optimizerStep({ learningRate: 0 })).gradientNorm!;

  it('adds the gradient of −Σ w·log π, of signed weights and of targets that are not what follows', async () => {
    const [served, alone] = [await made(), await made()];
    const { outputs, metrics } = await runForward(served, request('cross_entropy'), LIMITS);
    const offsets = Int32Array.of(0, 5, 8, 12);
    const weights = Float32Array.of(0, -1, 0, 1, 2, 0, -1, 0, 0, -1, 0, 1);
    const tokens = Int32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 22);
    const targets = Int32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 21, 22);
    const batch = crossEntropyBatch({ tokens, offsets, weights, targets });
    const report = await alone.forwardBackward(batch, { kind: 'cross-entropy' });
    expect(metrics['loss:sum']).toBeCloseTo(report.loss, 4);
    expect(outputs[2]!['logprobs']!.data).toHaveLength(3);
    expect(outputs[2]!['logprobs']!.data[0]).toBeCloseTo(report.logprobs[9]!, 5);
    expect(await normOf(served)).toBeCloseTo(await normOf(alone), 5);
  });

  it.each(['cross_entropy', 'ppo', 'dro'])('gives the same in several passes: %s', async (loss) => {
    const [whole, parts] = [await made(), await made()];
    const expected = await runForward(whole, request(loss), LIMITS);
    const found = await runForward(parts, request(loss), { ...LIMITS, maxTokensPerPass: 5 });
    expect(found.metrics['loss:sum']).toBeCloseTo(expected.metrics['loss:sum']!, 4);
    found.outputs.forEach((output, i) => {
      const ours = Array.from(output['logprobs']!.data);
      Array.from(expected.outputs[i]!['logprobs']!.data).forEach((value, t) => expect(ours[t]).toBeCloseTo(value, 5));
    });
    expect(await normOf(parts)).toBeCloseTo(await normOf(whole), 5);
  });

  it('adds nothing where only the logprobs are wanted', async () => {
    const learner = await made();
    const { metrics } = await runForward(learner, request('ppo', true), LIMITS);
    expect(Number.isFinite(metrics['loss:sum'])).toBe(true);
    await expect(learner.optimizerStep()).rejects.toThrow('expected forwardBackward before it');
  });

  const changed = (loss: string, inputs: { readonly [name: string]: readonly number[] }) => {
    const asked = request(loss);
    const named = Object.entries(inputs).map(
      ([name, values]) => [name, { dtype: 'float32', data: Float32Array.from(values) }] as const,
    );
    const data = asked.data.map((one, i) =>
      i === 1 ? { ...one, lossInputs: { ...one.lossInputs, ...Object.fromEntries(named) } } : one,
    );
    return { ...asked, data };
  };

  it.each(['importance_sampling', 'ppo', 'cispo'])(
    'refuses a ratio that is no number, where it counts, and clamps none: %s',
    async (loss) => {
      const learner = await made();
      await expect(
        runForward(learner, changed(loss, { logprobs: [-3, -200], advantages: [0, 1] }), LIMITS),
      ).rejects.toThrow(/^data\[1\]\.loss_fn_inputs\.logprobs\[1\]: expected at least -8\d\..* got -200$/);
      await expect(learner.optimizerStep()).rejects.toThrow('expected forwardBackward before it');
      // What has no advantage, or no weight, may say of itself what it will.
      const idle = await runForward(learner, changed(loss, { logprobs: [-3, -200], advantages: [1, 0] }), LIMITS);
      const weights = { logprobs: [-3, -200], advantages: [1, 1], weights: [1, 0] };
      const weighed = await runForward(learner, changed(loss, weights), LIMITS);
      expect(weighed.metrics['loss:sum']).toBeCloseTo(idle.metrics['loss:sum']!, 4);
    },
  );

  it.each([
    ['cross_entropy', { weights: [1e38, 1e38] }],
    ['importance_sampling', { logprobs: [-3, -80], advantages: [1, 1] }],
    ['dro', { advantages: [3e38, 1] }],
  ])('refuses a gradient that float32 has no room for as the sender’s, and adds none: %s', async (loss, inputs) => {
    const learner = await made();
    const failure = await runForward(learner, changed(loss, inputs), LIMITS).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      message: expect.stringContaining('data: expected a loss whose gradient by the logprobs') as string,
    });
    expect(failureCategory(failure)).toBe('user');
    await expect(learner.optimizerStep()).rejects.toThrow('expected forwardBackward before it');
  });

  it('takes the ratio of gspo over the tokens that its mask marks', async () => {
    const learner = await made();
    const masked = changed('gspo', { logprobs: [-3, -3], advantages: [0, 1] });
    const mask = (...data: number[]) => ({ dtype: 'float32', data: Float32Array.from(data) }) as const;
    const data = masked.data.map((one, i) => ({
      ...one,
      lossInputs: {
        ...one.lossInputs,
        ...(i === 1 ? {} : { advantages: mask(...one.tokens.map(() => 0)) }),
        sequence_ratio_mask: i === 1 ? mask(0, 1) : mask(...one.tokens.map(() => 1)),
      },
    }));
    const { outputs, metrics } = await runForward(learner, { ...masked, data }, LIMITS);
    const ratio = Math.exp(outputs[1]!['logprobs']!.data[1]! + 3);
    expect(metrics['loss:sum']).toBeCloseTo(-Math.min(ratio, 1.0004), 5);
    const outside = changed('gspo', { advantages: [1, 1] });
    const refused = {
      ...outside,
      data: data.map((one) => ({
        ...one,
        lossInputs: { ...one.lossInputs, advantages: mask(...one.tokens.map(() => 1)) },
      })),
    };
    await expect(runForward(learner, refused, LIMITS)).rejects.toThrow(
      'data[1].loss_fn_inputs.advantages[0]: expected 0 where sequence_ratio_mask is 0, got 1',
    );
  });

  it('counts in stable_reinforce what the datum says was sampled, and refuses a datum that does not say', async () => {
    const learner = await made();
    const asked = request('stable_reinforce');
    await expect(runForward(learner, asked, LIMITS)).rejects.toThrow(
      'data[0].loss_fn_input_spans: expected what was sampled',
    );
    const data = asked.data.map((one) => ({
      ...one,
      sampled: Uint8Array.from(one.tokens, (_, t) => (t === 0 ? 0 : 1)),
    }));
    const { outputs, metrics } = await runForward(learner, { ...asked, data }, LIMITS);
    const losses = outputs.map(({ logprobs }) =>
      Array.from(logprobs!.data).reduce(
        (sum, now, t) => sum + (t === 0 ? 0 : -now * (1 - t) + 0.005 * (now + 3 + 0.1 * t) ** 2),
        0,
      ),
    );
    expect(metrics['loss:sum']).toBeCloseTo(
      losses.reduce((sum, one) => sum + one, 0),
      4,
    );
  });

  it('drops what had accumulated when a later pass fails, and says so', async () => {
    const learner = await made();
    let passes = 0;
    const failing: Learner = {
      ...{ capabilities: learner.capabilities, discardGradients: () => learner.discardGradients!() },
      forwardBackward: (batch, objective) => {
        if (++passes === 2) return Promise.reject(new Error('out of memory'));
        return learner.forwardBackward(batch, objective);
      },
      ...{ optimizerStep: () => learner.optimizerStep(), logprobs: (batch) => learner.logprobs(batch) },
      ...{ policy: () => learner.policy(), saveCheckpoint: (at) => learner.saveCheckpoint(at) },
      ...{ loadCheckpoint: (at) => learner.loadCheckpoint(at), close: () => learner.close() },
    };
    await expect(runForward(failing, request('cross_entropy'), { ...LIMITS, maxTokensPerPass: 5 })).rejects.toThrow(
      'pass 2 failed, and the gradient that had accumulated was dropped: out of memory',
    );
    await expect(learner.optimizerStep()).rejects.toThrow('expected forwardBackward before it');
  });
});
