import { describe, expect, it } from 'vitest';
import { PolicyError } from '../../../../src/base/index.js';
import { createTinkerPolicy } from '../../../../src/tinker/index.js';
import type { TinkerSequence } from '../../../../src/tinker/wire/messages.js';

const request = { tokens: Int32Array.of(1), sampling: { maxTokens: 4, stopTokens: [9] }, vocabularySize: 50 };

function policyOf(sequence: Partial<TinkerSequence>) {
  const whole = { tokens: Int32Array.of(5, 9), logprobs: Float32Array.of(-1, -2), stopReason: 'stop' as const };
  return createTinkerPolicy({
    id: 's1',
    sample: (_, options) => {
      options?.onWait?.(true);
      options?.onWait?.(false);
      return Promise.resolve({ sequences: [{ ...whole, ...sequence }] });
    },
  });
}

describe('a policy over a Tinker server', () => {
  it('gives what was drawn, and says while it waits', async () => {
    const told: boolean[] = [];
    const { tokens, weightVersions } = await policyOf({}).generate(request, { onWait: (waits) => told.push(waits) });
    expect([tokens, weightVersions]).toEqual([Int32Array.of(5, 9), [{ version: 's1', start: 0, end: 2 }]]);
    expect(told).toEqual([true, false]);
  });

  it.each<[string, Partial<TinkerSequence>, string]>([
    ['a positive logprob', { logprobs: Float32Array.of(-1, 3) }, 'generation.logprobs[1]: expected at most 0'],
    ['a logprob of nothing', { logprobs: Float32Array.of(-9999, -1) }, 'generation.logprobs[0]: expected at least'],
    ['NaN', { logprobs: Float32Array.of(NaN, -1) }, 'generation.logprobs[0]: expected a finite number, got NaN'],
    ['a logprob too few', { logprobs: Float32Array.of(-1) }, 'sample: expected 2 logprobs, got 1'],
    ['no logprobs', { logprobs: undefined }, 'sample: expected 2 logprobs, got none'],
    ['a stop without a stop token', { tokens: Int32Array.of(5, 8) }, "because its finishReason is 'stop', got 8"],
    ['an id outside', { tokens: Int32Array.of(50, 9) }, 'generation.tokens[0]: expected an id below 50'],
  ])('refuses %s of the server', async (_name, sequence, message) => {
    const error: unknown = await policyOf(sequence)
      .generate(request)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PolicyError);
    expect(error).toMatchObject({ message: expect.stringContaining(message) as string, retryable: true });
  });
});
