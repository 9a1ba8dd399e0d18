import { expect, it } from 'vitest';
import { placeLogprobs } from '../../../../../../src/tinker/client/internal/learner/sequence-places.js';

const answer = (...logprobs: number[]) => ({
  outputs: [{ logprobs: { dtype: 'float32', data: Float32Array.from(logprobs) } }] as const,
});
const sequences = [{ targets: Int32Array.of(5, 6) }];

it('takes logprobs that a model can give', () => {
  expect([...placeLogprobs(answer(-0.5, 0), sequences)[0]!]).toEqual([-0.5, 0]);
  expect(placeLogprobs(answer(-500, 0.0001), sequences)[0]).toHaveLength(2);
});

it.each([NaN, Infinity, -Infinity, 3])('refuses %s of a server, which is no logprob', (wrong) => {
  expect(() => placeLogprobs(answer(-1, wrong), sequences)).toThrow(
    `loss_fn_outputs[0].logprobs[1]: expected a finite number of at most 0, got ${wrong}`,
  );
});
