import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextBudget, toRolloutView, tokenPieces } from '../../../../../src/report/internal/run/rollout-view.js';
import { exampleRollout, exampleSamples, exampleTokenizer } from '../../fixtures.js';

const LIMITS = { characters: 10_000, tokens: 10_000 };

describe('toRolloutView', () => {
  it('counts calls and failures and takes the question from the prompt', () => {
    const view = toRolloutView({ step: 3, rollout: exampleRollout(), kept: true, reason: 'kept: drawn' }, LIMITS);
    expect(view).toMatchObject({
      step: 3,
      calls: 2,
      failedCalls: 1,
      reward: 1,
      reason: 'drawn',
      advantage: null,
      pieces: null,
    });
    expect(view.question).toMatch(/^Take a, the least common multiple/);
    expect(view.turns.map(({ parts }) => parts.map(({ kind }) => kind))).toEqual([
      ['reason', 'call'],
      ['reason', 'call'],
      ['answer'],
    ]);
  });

  it('has what the environment answered to a turn', () => {
    const turns = [
      { text: 'What is x?', toolCalls: [], reply: 'x is 3.' },
      { text: '42', toolCalls: [] },
    ];
    const view = toRolloutView({ step: 1, rollout: exampleRollout({ turns }), kept: true, reason: '' }, LIMITS);
    expect(view.turns.map(({ reply }) => reply)).toEqual(['x is 3.', null]);
  });

  it('shades tokens when it has a tokenizer and the trace is short enough', () => {
    const [sample] = exampleSamples([1]);
    expect(toRolloutView(sample!, LIMITS, exampleTokenizer).pieces).not.toBeNull();
    expect(toRolloutView(sample!, { ...LIMITS, tokens: 10 }, exampleTokenizer).pieces).toBeNull();
    expect(toRolloutView(sample!, LIMITS).pieces).toBeNull();
  });

  it('bounds the text of a rollout', () => {
    const rollout = exampleRollout({ turns: [{ text: 'x'.repeat(1e6), toolCalls: [] }] });
    const view = toRolloutView({ step: 1, rollout, kept: false, reason: '' }, LIMITS);
    expect(JSON.stringify(view).length).toBeLessThan(LIMITS.characters + 2000);
    expect(JSON.stringify(view)).toContain('characters not shown');
  });

  it('gives a reward that is not finite as none', () => {
    const rollout = exampleRollout({ reward: NaN });
    expect(toRolloutView({ step: 1, rollout, kept: false, reason: '' }, LIMITS).reward).toBeNull();
  });
});

describe('TextBudget', () => {
  it('lets texts through until it is used up, then says how much is missing', () => {
    const budget = new TextBudget(10);
    expect(budget.take('12345678')).toBe('12345678');
    expect(budget.take('abcd')).toBe('ab… [2 characters not shown]');
    expect(budget.take('efg')).toBe('… [3 characters not shown]');
    expect(budget.take('')).toBe('');
    expect(budget.cut).toBe(5);
  });

  it('never cuts a character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, limit) => {
        expect(new TextBudget(limit).take(text)).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});

const decoder = new TextDecoder();
const bytes = { decode: (ids: ArrayLike<number>) => decoder.decode(Uint8Array.from(Array.from(ids))) };

function trace(text: string, promptBytes: number, logprob: number) {
  const ids = Int32Array.from(new TextEncoder().encode(text));
  const responseMask = new Uint8Array(ids.length).fill(1, promptBytes);
  return {
    ids,
    responseMask,
    logprobs: new Float32Array(ids.length).fill(logprob, promptBytes),
    promptLength: promptBytes,
  };
}

describe('tokenPieces', () => {
  it('joins what no policy drew and gives each drawn token its probability', () => {
    expect(tokenPieces(trace('abcd', 2, Math.log(0.5)), bytes)).toEqual([
      ['ab', null],
      ['c', 0.5],
      ['d', 0.5],
    ]);
  });

  it('joins tokens that only together make a character', () => {
    expect(tokenPieces(trace('a🙂b', 1, Math.log(0.5)), bytes)).toEqual([
      ['a', null],
      ['🙂', 0.0625],
      ['b', 0.5],
    ]);
  });

  it('ends when bytes never make a character', () => {
    const ids = new Int32Array(20).fill(0xff);
    const broken = { ids, logprobs: new Float32Array(20), responseMask: new Uint8Array(20).fill(1), promptLength: 0 };
    expect(
      tokenPieces(broken, bytes)
        .map(([text]) => text)
        .join(''),
    ).toHaveLength(20);
  });
});
