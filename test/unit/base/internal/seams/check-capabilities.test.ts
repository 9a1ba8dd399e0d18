import { describe, expect, it } from 'vitest';
import { CapabilityError, crossEntropyBatch, type LearnerCapabilities } from '../../../../../src/base/index.js';
import { checkCapabilities, type LearnerRequest } from '../../../../../src/base/internal/index.js';

/** What an engine on another machine typically offers. */
const REMOTE: LearnerCapabilities = {
  losses: ['clip', 'cross-entropy'],
  kl: false,
  entropies: false,
  values: false,
  targets: false,
  temperature: false,
  reference: false,
  lora: false,
  optimizerReset: false,
  optimizerParameters: ['learningRate', 'beta1'],
};
const batch = crossEntropyBatch({ tokens: Int32Array.of(1, 2), offsets: Int32Array.of(0, 2), weights: [0, 1] });
const loss = { kind: 'clip' } as const;

describe('checkCapabilities', () => {
  it('lets through what the learner can do', () => {
    const request: LearnerRequest = {
      batch,
      objective: { loss, aggregation: 'token-mean' },
      parameters: { learningRate: 1, beta2: undefined },
      weights: 'current',
      optimizer: true,
      model: { baseModel: 'any' },
    };
    expect(() => checkCapabilities(REMOTE, request)).not.toThrow();
  });

  it.each<[keyof LearnerCapabilities, LearnerRequest, string]>([
    ['losses', { objective: { kind: 'gspo' } }, 'objective.loss.kind: expected one of "clip", "cross-entropy"'],
    ['kl', { objective: { loss, kl: { coefficient: 0.1 } } }, 'objective.kl: expected no KL term'],
    [
      'entropies',
      { objective: { loss, entropy: { coefficient: 0.1 } } },
      'objective.entropy: expected no entropy bonus',
    ],
    ['targets', { batch: { ...batch, targets: batch.tokens } }, "batch.targets: expected only the batch's own tokens"],
    [
      'segments',
      { batch: { ...batch, segments: batch.offsets } },
      'batch.segments: expected rollouts without branches',
    ],
    ['temperature', { batch: { ...batch, temperature: 0.7 } }, 'batch.temperature: expected 1'],
    ['reference', { weights: 'reference' }, 'options.weights: expected "current"'],
    ['lora', { model: { baseModel: 'any', lora: { rank: 8 } } }, 'model.lora: expected no adapter'],
    ['optimizerReset', { optimizer: false }, 'options.optimizer: expected true'],
    ['optimizerParameters', { parameters: { epsilon: 1 } }, 'parameters.epsilon: expected only learningRate, beta1'],
  ])('refuses what is beyond %s, naming it', (capability, request, message) => {
    let error: unknown;
    try {
      checkCapabilities(REMOTE, request);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(CapabilityError);
    expect(error).toMatchObject({ capability, name: 'CapabilityError', retryable: false });
    expect((error as Error).message).toContain(message);
  });
});
