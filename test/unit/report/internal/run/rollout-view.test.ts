import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextBudget, toRolloutView } from '../../../../../src/report/internal/run/rollout-view.js';
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
