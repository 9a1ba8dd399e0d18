import { describe, expect, it } from 'vitest';
import { packRollouts, selectSequences } from '../../../src/batch/index.js';
import type { PackableTokens } from '../../../src/base/internal/index.js';

/** A rollout of 2 prompt tokens, then `mask`; logprob −t/8 for token t. */
function trace(mask: readonly number[], first = 10): { readonly tokens: PackableTokens } {
  const whole = [0, 0, ...mask];
  return {
    tokens: {
      ids: Int32Array.from(whole, (_, t) => first + t),
      logprobs: Float32Array.from(whole, (bit, t) => (bit === 1 ? -t / 8 : 0)),
      responseMask: Uint8Array.from(whole),
    },
  };
}

const tokens = (rollout: { readonly tokens: PackableTokens }) => rollout.tokens;

describe('packRollouts', () => {
  it('lays sequences end to end and puts each advantage on the counted tokens of its rollout', () => {
    const batch = packRollouts([trace([1, 0, 1]), trace([1], 20)], { tokens, advantages: [2, -1] });
    expect(Array.from(batch.tokens)).toEqual([10, 11, 12, 13, 14, 20, 21, 22]);
    expect(Array.from(batch.offsets)).toEqual([0, 5, 8]);
    expect(Array.from(batch.responseMask)).toEqual([0, 0, 1, 0, 1, 0, 0, 1]);
    expect(Array.from(batch.oldLogprobs)).toEqual([0, 0, -0.25, 0, -0.5, 0, 0, -0.25]);
    expect(Array.from(batch.advantages)).toEqual([0, 0, 2, 0, 2, 0, 0, -1]);
    expect(Array.from(batch.lossWeights)).toEqual([
      0,
      0,
      Math.fround(1 / 3),
      0,
      Math.fround(1 / 3),
      0,
      0,
      Math.fround(1 / 3),
    ]);
    expect(batch.temperature).toBe(1);
    expect(batch).not.toHaveProperty('referenceLogprobs');
  });

  it.each([
    ['ids', -1, 'an integer from 0 to 2147483647', RangeError],
    ['ids', 2 ** 31, 'an integer from 0 to 2147483647', RangeError],
    ['ids', 1.5, 'an integer from 0 to 2147483647', RangeError],
    ['ids', '7', 'an integer from 0 to 2147483647', TypeError],
    ['responseMask', 2, '0 or 1', RangeError],
    ['responseMask', true, '0 or 1', TypeError],
  ] as const)('refuses %s with %j and says where it is', (field, value, expected, ErrorType) => {
    const { ids, logprobs, responseMask } = trace([1, 1]).tokens;
    const arrays = { ids: Array.from(ids), logprobs: Array.from(logprobs), responseMask: Array.from(responseMask) };
    const bad = { tokens: { ...arrays, [field]: arrays[field].with(3, value as number) } };
    expect(() => packRollouts([trace([1]), bad], { tokens, advantages: 1 })).toThrow(
      new ErrorType(`rollouts[1].tokens.${field}[3]: expected ${expected}, got ${value}`),
    );
  });

  it('lays the paths of a rollout one after the other as one sequence, and says where each begins', () => {
    const whole = { ...trace([1, 0, 1]), branches: [trace([0, 1], 20)] };
    const batch = packRollouts([whole, trace([1], 30)], { advantages: [2, -1] });
    expect(Array.from(batch.offsets)).toEqual([0, 9, 12]);
    expect(Array.from(batch.segments!)).toEqual([0, 5, 9, 12]);
    expect(Array.from(batch.tokens)).toEqual([10, 11, 12, 13, 14, 20, 21, 22, 23, 30, 31, 32]);
    expect(Array.from(batch.responseMask)).toEqual([0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1]);
    expect(Array.from(batch.advantages)).toEqual([0, 0, 2, 0, 2, 0, 0, 0, 2, 0, 0, -1]);
    expect(Array.from(selectSequences(batch, [1, 0]).segments!)).toEqual([0, 3, 8, 12]);
    expect(selectSequences(batch, [1])).not.toHaveProperty('segments');
    const bare = { ...trace([1]), branches: [{ turns: [] }] };
    expect(() => packRollouts([bare], { advantages: 1 })).toThrow(
      new TypeError('rollouts[0].branches[0].tokens: expected a token trace, got undefined'),
    );
  });

  it('weighs all paths of a rollout as one sequence', () => {
    const rollouts = [{ ...trace([1, 0, 1]), branches: [trace([1, 1], 20), trace([0, 1], 20)] }, trace([1])];
    const { lossWeights, responseMask } = packRollouts(rollouts, { advantages: 1, aggregation: 'seq-mean-token-mean' });
    expect(Array.from(lossWeights)).toEqual(
      Array.from(responseMask, (counts, t) => (t === 15 ? 1 / 2 : counts * Math.fround(1 / 10))),
    );
  });

  it('never counts the first token of a path', () => {
    const own = { ids: [5, 6], logprobs: [NaN, -1], responseMask: [1, 1] };
    const batch = packRollouts([{ tokens: own, branches: [{ tokens: own }] }], { advantages: 1 });
    expect(Array.from(batch.responseMask)).toEqual([0, 1, 0, 1]);
    const empty = { ids: [], logprobs: [], responseMask: [] };
    const one = packRollouts([{ tokens: own, branches: [{ tokens: empty }] }], { advantages: 1 });
    expect(one).not.toHaveProperty('segments');
  });

  it('takes one number a token of all paths joined', () => {
    const own = { ids: [5, 6], logprobs: [0, -1], responseMask: [0, 1] };
    const rollouts = [{ tokens: own, branches: [{ tokens: own }] }];
    expect(Array.from(packRollouts(rollouts, { advantages: [[0, 1, 0, 2]] }).advantages)).toEqual([0, 1, 0, 2]);
    expect(() => packRollouts(rollouts, { advantages: [[0, 1]] })).toThrow(
      new RangeError('rollouts[0].advantages: expected length 4 (tokens), got 2'),
    );
  });

  it('names the branch whose tokens were encoded from text or do not fit', () => {
    const { tokens: own } = trace([1]);
    const refused = (tokens: object) => () =>
      packRollouts([{ tokens: own, branches: [{ tokens: own }, { tokens }] } as never], { advantages: 1 });
    const path = 'rollouts[0].branches[1].tokens';
    expect(refused({ ...own, retokenized: true })).toThrow(`${path}: expected the tokens that were sampled`);
    expect(refused({ ...own, ids: [1] })).toThrow(new RangeError(`${path}.logprobs: expected length 1 (ids), got 3`));
    expect(refused({ ...own, ids: [1, -1, 2] })).toThrow(
      new RangeError(`${path}.ids[1]: expected an integer from 0 to 2147483647, got -1`),
    );
    expect(refused({ ...own, logprobs: [0, 0, 1] })).toThrow(
      new RangeError(`${path}.logprobs[2]: expected at most 0 (the logarithm of a probability), got 1`),
    );
  });

  it('weighs tokens by the aggregation that is asked for and remembers it', () => {
    const batch = packRollouts([trace([1, 0, 1]), trace([1])], {
      tokens,
      advantages: 1,
      aggregation: 'seq-mean-token-mean',
    });
    expect(Array.from(batch.lossWeights)).toEqual([0, 0, 0.25, 0, 0.25, 0, 0, 0.5]);
    expect(batch.aggregation).toMatchObject({ kind: 'seq-mean-token-mean', scale: 1 });
  });

  it('takes advantages, reference logprobs and rollout weights a token', () => {
    const batch = packRollouts([trace([1, 1])], {
      tokens,
      advantages: [[9, 9, 0.5, 0.25]],
      referenceLogprobs: () => [-1, -2, -3, -4],
      rolloutWeights: (_, i) => [1, 1, i, 2],
    });
    expect(Array.from(batch.advantages)).toEqual([0, 0, 0.5, 0.25]);
    expect(Array.from(batch.referenceLogprobs!)).toEqual([0, 0, -3, -4]);
    expect(Array.from(batch.rolloutWeights!)).toEqual([0, 0, 0, 2]);
  });

  it('never counts the first token of a sequence, which nothing precedes', () => {
    const own = { ids: Int32Array.of(5, 6), logprobs: Float32Array.of(NaN, -1), responseMask: Uint8Array.of(1, 1) };
    expect(Array.from(packRollouts([own], { tokens: (r) => r, advantages: [1] }).responseMask)).toEqual([0, 1]);
  });

  it('refuses tokens that were encoded from text, unless they are allowed', () => {
    const rollouts = [{ tokens: { ...trace([1]).tokens, retokenized: true } }];
    expect(() => packRollouts(rollouts, { tokens, advantages: 1 })).toThrow(
      /^rollouts\[0\]\.tokens: expected the tokens that were sampled, got tokens encoded from text \(retokenized\)/,
    );
    expect(packRollouts(rollouts, { tokens, advantages: 1, allowRetokenized: true }).tokens).toHaveLength(3);
  });

  it('packs nothing into an empty batch', () => {
    const batch = packRollouts([], { advantages: [] });
    expect(Array.from(batch.offsets)).toEqual([0]);
    expect(batch.tokens).toHaveLength(0);
  });

  it('refuses a logprob above 0, but for what rounding leaves', () => {
    const withLast = (logprob: number) => ({
      tokens: { ...trace([1, 1]).tokens, logprobs: Float32Array.of(0, 0, -1, logprob) },
    });
    expect(() => packRollouts([trace([1]), withLast(3)], { tokens, advantages: 1 })).toThrow(
      new RangeError('rollouts[1].tokens.logprobs[3]: expected at most 0 (the logarithm of a probability), got 3'),
    );
    expect(packRollouts([withLast(2 ** -20)], { tokens, advantages: 1 }).oldLogprobs[3]).toBe(2 ** -20);
  });

  it('names the rollout that has no tokens, arrays that do not fit, or a number that is not finite', () => {
    const broken = { tokens: { ...trace([1, 1]).tokens, logprobs: Float32Array.of(0, 0, -1, NaN) } };
    const short = { tokens: { ...trace([1]).tokens, logprobs: new Float32Array(2) } };
    expect(() => packRollouts([{}] as never, { advantages: [1] })).toThrow(
      new TypeError('rollouts[0].tokens: expected a token trace, got undefined; pass options.tokens'),
    );
    expect(() => packRollouts([trace([1]), broken], { tokens, advantages: [1, 1] })).toThrow(
      new RangeError('rollouts[1].tokens.logprobs[3]: expected a finite number, got NaN'),
    );
    expect(() => packRollouts([short], { tokens, advantages: [1] })).toThrow(
      new RangeError('rollouts[0].tokens.logprobs: expected length 3 (ids), got 2'),
    );
    expect(() => packRollouts([trace([1])], { tokens, advantages: [1, 2] })).toThrow(
      new RangeError('options.advantages: expected length 1 (rollouts), got 2'),
    );
    expect(() => packRollouts([trace([1])], { tokens } as never)).toThrow(
      new TypeError('options.advantages: expected array, got undefined'),
    );
    expect(() => packRollouts([trace([1])], { tokens, advantages: [Infinity] })).toThrow(
      new RangeError('options.advantages of rollouts[0]: expected a finite number, got Infinity'),
    );
  });

  it.each(['ids', 'logprobs', 'responseMask'])('names the rollout and the array of a trace without %s', (name) => {
    const trace = { ids: [1, 2], logprobs: [0, -1], responseMask: [0, 1] };
    const rollouts = [trace, { ...trace, [name]: undefined }];
    expect(() => packRollouts(rollouts, { tokens: (own) => own, advantages: 1 })).toThrow(
      new TypeError(`rollouts[1].tokens.${name}: expected an array, got undefined`),
    );
  });
});
