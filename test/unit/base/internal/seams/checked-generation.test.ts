import { describe, expect, it } from 'vitest';
import { PolicyError, type Generation } from '../../../../../src/base/index.js';
import { checkedGeneration } from '../../../../../src/base/internal/index.js';

const request = { sampling: { maxTokens: 4, stopTokens: [9, 10] }, vocabularySize: 100 };

function generation(tokens: number[], logprobs: number[], more: Partial<Generation> = {}): Generation {
  return { tokens: Int32Array.from(tokens), logprobs: Float32Array.from(logprobs), finishReason: 'stop', ...more };
}

describe('checkedGeneration', () => {
  it.each<[string, Generation, object]>([
    ['a certain token, whose logprob is rounded', generation([5, 9], [1e-6, 0]), {}],
    ['a token that is hardly ever drawn', generation([5, 9], [-60, -1]), {}],
    ['the logprobs of temperature 1 where more was drawn', generation([5, 9], [-150, -1]), { temperature: 2 }],
    ['any stop token', generation([10], [-1]), {}],
    ['no tokens where there was no room', generation([], [], { finishReason: 'length' }), {}],
    ['a stop token that was the last there was room for', generation([9], [-1], { finishReason: 'length' }), {}],
    ["the engine's own end where no stop token was named", generation([5], [-1]), { stopTokens: [] }],
    ['a text, of which it is not known what was drawn', generation([5], [0], { retokenized: true }), {}],
  ])('takes %s', (_name, answer, sampling) => {
    expect(checkedGeneration(answer, { ...request, sampling: { ...request.sampling, ...sampling } })).toBe(answer);
  });

  it.each<[string, Generation, string]>([
    ['a probability above 1', generation([5, 9], [-1, 3]), 'generation.logprobs[1]: expected at most 0 (the log'],
    ['one a little above', generation([9], [0.01]), 'generation.logprobs[0]: expected at most 0'],
    [
      'what vLLM writes for none',
      generation([9], [-9999]),
      'generation.logprobs[0]: expected at least -100 (no sampler',
    ],
    ['NaN', generation([9], [NaN]), 'generation.logprobs[0]: expected a finite number, got NaN'],
    ['Infinity', generation([9], [Infinity]), 'generation.logprobs[0]: expected a finite number, got Infinity'],
    ['-Infinity', generation([9], [-Infinity]), 'generation.logprobs[0]: expected a finite number, got -Infinity'],
    [
      'an id outside',
      generation([100, 9], [-1, -1]),
      'generation.tokens[0]: expected an id below 100 (the vocabulary)',
    ],
    ['an id below 0', generation([-1, 9], [-1, -1]), 'generation.tokens[0]: expected an id of at least 0, got -1'],
    ['a stop without a stop token', generation([9, 5], [-1, -1]), 'nothing after a stop token (9), got 1 more'],
    ['a stop of nothing', generation([], []), "(9, 10) at the end, because its finishReason is 'stop', got no tokens"],
    ['a stop elsewhere', generation([5], [-1]), "(9, 10) at the end, because its finishReason is 'stop', got 5"],
    ['another end', generation([9], [-1], { finishReason: 'eos' as 'stop' }), "expected 'stop' or 'length', got eos"],
  ])('refuses %s, for another engine may answer rightly', (_name, answer, message) => {
    const check = () => checkedGeneration(answer, request);
    expect(check).toThrow(PolicyError);
    expect(check).toThrow(message);
    expect(check).toThrow(expect.objectContaining({ retryable: true }));
  });
});
