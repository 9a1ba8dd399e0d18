import { describe, expect, it } from 'vitest';
import { analyzeEntropy } from '../../../../../src/evaluate/index.js';
import {
  type EntropyFindings,
  entropySectionSchema,
  toEntropyView,
} from '../../../../../src/report/internal/run/entropy-view.js';
import { RECORDED_ENTROPY, tracesOf } from '../../../evaluate/entropies.js';

// What evaluate gives is what report takes, though neither knows the other.
const [before, after]: readonly EntropyFindings[] = [
  analyzeEntropy(tracesOf(RECORDED_ENTROPY.before)),
  analyzeEntropy(tracesOf(RECORDED_ENTROPY.after), { words: 1 }),
];

describe('toEntropyView', () => {
  it('has a row a kind of token, before and after', () => {
    const view = toEntropyView({ before, after: after! });
    expect(view.rollouts).toEqual({ before: 4, after: 4 });
    expect(view.kinds.map(({ name }) => name)).toEqual([
      ...['all tokens', 'reasoning', 'code', 'reaction', 'answer', 'forking', 'reflection'],
    ]);
    const code = view.kinds[2]!;
    expect(code.before).toBeCloseTo(RECORDED_ENTROPY.before.classes.code.entropy!, 9);
    expect(code.after).toBeCloseTo(RECORDED_ENTROPY.after.classes.code.entropy!, 9);
    expect(view.kinds[0]!.top).toBe(1);
    expect(view.words.map(({ name, before }) => [name, before])).toEqual([['word', before!.words[0]!.entropy]]);
  });

  it('has nothing before where there is none, and no share of nothing', () => {
    const view = toEntropyView({ after: analyzeEntropy([]) });
    expect(view).toMatchObject({ rollouts: { before: null, after: 0 }, words: [] });
    expect(view.kinds[0]).toEqual({ name: 'all tokens', before: null, after: null, tokens: 0, top: null });
  });

  it('is of what the schema takes', () => {
    expect(entropySectionSchema.safeParse({ before, after }).success).toBe(true);
    expect(entropySectionSchema.safeParse({ after: { ...after, words: 3 } }).success).toBe(false);
  });
});
