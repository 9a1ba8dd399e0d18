import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LearnerError, PolicyError } from '../../../../../src/base/index.js';
import { createDecoder, createTfjsLearner, type Decoder } from '../../../../../src/tfjs/index.js';
import { useBackend } from '../../backends.js';
import { SMALL } from '../../shapes.js';

const batch = {
  tokens: Int32Array.of(1, 2, 3, 4),
  offsets: Int32Array.of(0, 4),
  rollouts: Int32Array.of(0),
  responseMask: Uint8Array.of(0, 0, 1, 1),
  oldLogprobs: new Float32Array(4),
  advantages: Float32Array.of(0, 0, 1, 1),
  lossWeights: new Float32Array(4).fill(0.5),
  temperature: 1,
};

describe('a pool whose worker dies', () => {
  let model: Decoder;
  beforeAll(async () => {
    await useBackend('wasm');
    model = createDecoder(SMALL, { seed: 'killed' });
  });
  afterAll(() => {
    vi.restoreAllMocks();
    model.dispose();
  });

  it('rejects what is pending and every later call, and says why; the model is as it was', async () => {
    const workers = new Set<Worker>();
    const listen = vi.spyOn(Worker.prototype, 'unref').mockImplementation(function (this: Worker) {
      workers.add(this);
    });
    const learner = createTfjsLearner({ model, workers: 2 });
    const policy = await learner.policy();
    const request = { tokens: Int32Array.of(1, 2, 3), sampling: { maxTokens: 60, stopTokens: [] } };
    const kill = vi.fn<() => void>().mockImplementationOnce(() => void [...workers][1]!.terminate());
    const generations = [1, 2, 3].map((seed) =>
      policy.generate({ ...request, sampling: { ...request.sampling, seed } }, { onTokens: () => kill() }),
    );
    const gradients = learner.forwardBackward(batch, { kind: 'cross-entropy' });
    const ended =
      /a worker thread has ended \(it ended with exit code 1\), and every later call of this pool of 2 fails/;
    const failures = await Promise.allSettled([...generations, gradients]);
    const reasons = failures.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
    expect(reasons.length).toBeGreaterThanOrEqual(3);
    for (const reason of reasons) expect(reason.message).toMatch(ended);
    await expect(policy.generate(request)).rejects.toBeInstanceOf(PolicyError);
    await expect(policy.generate(request)).rejects.toThrow(ended);
    const later = learner.forwardBackward(batch, { kind: 'cross-entropy' });
    await expect(later).rejects.toBeInstanceOf(LearnerError);
    await expect(later).rejects.toThrow(ended);
    await expect(learner.logprobs(batch)).rejects.toThrow(ended);
    await policy.close();
    await learner.close();
    const alone = createTfjsLearner({ model });
    expect((await alone.logprobs(batch)).every(Number.isFinite)).toBe(true);
    await alone.close();
    listen.mockRestore();
  });
});
