import { describe, expect, it } from 'vitest';
import { packRollouts, splitMiniBatches } from '../../../../../src/batch/index.js';
import { checkedGeneration, checkMembers, countedTokens } from '../../../../../src/base/internal/index.js';
import { crossEntropyBatch, PolicyError } from '../../../../../src/base/index.js';
import { summarizeEvaluation } from '../../../../../src/evaluate/index.js';
import { checkBatch, grpoRoc, policyLoss, valueLoss } from '../../../../../src/objective/index.js';

const rollout = { tokens: { ids: [1, 2, 3], logprobs: [0, -1, -1], responseMask: [0, 1, 1], promptLength: 1 } };
const batch = packRollouts([rollout], { advantages: [1] });
const input = { ...batch, logprobs: batch.oldLogprobs };
const numbers = new Float32Array(3).fill(0.5);
const limits = { vocabSize: 10, maxPositionEmbeddings: 10 };

describe('a member of data whose name is misspelt', () => {
  it.each([
    ['rolloutWeight', 'rolloutWeights'],
    ['rollout_weights', 'rolloutWeights'],
    ['lossweights', 'lossWeights'],
    ['referenceLogProb', 'referenceLogprobs'],
    ['policyMsak', 'policyMask'],
    ['selectedToken', 'selectedTokens'],
  ])('is refused by a loss: %s', (name, meant) => {
    const own: Record<string, unknown> = { ...input, lossWeights: undefined };
    expect(() => policyLoss({ ...own, [name]: numbers } as never, grpoRoc())).toThrow(
      new TypeError(`input.${name}: unknown; did you mean ${meant}?`),
    );
  });

  it.each([
    ['referenceLogprob', 'referenceLogprobs'],
    ['target', 'targets'],
    ['rolloutWeight', 'rolloutWeights'],
  ])('is refused by whatever takes a batch: %s', (name, meant) => {
    const wrong = { ...batch, [name]: numbers };
    const refused = new TypeError(`batch.${name}: unknown; did you mean ${meant}?`);
    expect(() => countedTokens(wrong, limits)).toThrow(refused);
    expect(() => splitMiniBatches(wrong, { count: 1, seed: 1 })).toThrow(refused);
    if (name !== 'target') expect(() => checkBatch(wrong, grpoRoc())).toThrow(refused);
  });

  it('is refused in the tokens of a rollout, an input of cross-entropy, a generation and the record of a sample', () => {
    expect(() => packRollouts([{ tokens: { ...rollout.tokens, retokenised: true } }], { advantages: 1 })).toThrow(
      new TypeError('rollouts[0].tokens.retokenised: unknown; did you mean retokenized?'),
    );
    const { tokens, offsets } = batch;
    expect(() => crossEntropyBatch({ tokens, offsets, weights: [0, 1, 1], target: tokens } as never)).toThrow(
      new TypeError('input.target: unknown; did you mean targets?'),
    );
    const generation = { tokens: Int32Array.of(1), logprobs: Float32Array.of(-1), finishReason: 'length' };
    const request = { sampling: { maxTokens: 1, stopTokens: [] } };
    expect(() => checkedGeneration({ ...generation, retokenised: true }, request)).toThrow(PolicyError);
    expect(() => summarizeEvaluation([{ problem: 'a', correct: 1, toolError: 1 } as never])).toThrow(
      new TypeError('records.0.toolError: unknown; did you mean toolErrors?'),
    );
  });

  it('passes where it is no near miss, or where the member that it is close to is there too', () => {
    expect(policyLoss({ ...input, trainLogprobs: numbers, note: 'mine' } as never, grpoRoc()).tokens).toBe(2);
    expect(policyLoss({ ...input, lossWeight: 1 } as never, grpoRoc()).tokens).toBe(2);
    expect(() => checkMembers({ reward: 1, rewards: [1, 2] }, 'rollout', ['reward'])).not.toThrow();
    expect(() => countedTokens({ ...batch, source: 'mine' } as never, limits)).not.toThrow();
  });
});

describe('a batch without a temperature', () => {
  it.each([undefined, NaN, 0, Infinity, '1'])('is refused: %s', (temperature) => {
    expect(() => countedTokens({ ...batch, temperature } as never, limits)).toThrow(
      `batch.temperature: expected a number above 0, got ${String(temperature)}`,
    );
  });
});

describe('options of a value loss', () => {
  it('are refused where they are unknown', () => {
    const values = { ...input, values: numbers, oldValues: numbers, returns: numbers };
    expect(() => valueLoss(values, { clp: 0.1 } as never)).toThrow(new TypeError('options: unknown option "clp"'));
    expect(valueLoss(values, { clip: Infinity }).loss).toBe(0);
  });
});
