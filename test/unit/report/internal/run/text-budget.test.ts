import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextBudget } from '../../../../../src/report/internal/run/text-budget.js';

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
