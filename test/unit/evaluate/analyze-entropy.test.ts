import { describe, expect, it } from 'vitest';
import { analyzeEntropy, entropyMarkdown, evaluationMarkdown, type EntropyTrace } from '../../../src/evaluate/index.js';
import type { TokenClass } from '../../../src/evaluate/entropy-trace.js';
import type { TokenGroup } from '../../../src/evaluate/analyze-entropy.js';
import { RECORDED_ENTROPY, tracesOf } from './entropies.js';

/** Ten tokens: two are the top fifth, one of them in "But before", one in the reaction. */
const trace: EntropyTrace = {
  texts: ['So', ' 42', '.', ' But', ' before', ' that', 'print(', ')', ' Rer', 'un'],
  entropies: [0.5, 0.1, 0.1, 2, 0.4, 0.3, 0.01, 0.01, 1.5, 0.2],
  classes: [
    'reasoning',
    'reasoning',
    'reasoning',
    'reasoning',
    'reasoning',
    'reasoning',
    'code',
    'code',
    'reaction',
    'reaction',
  ],
};

describe('analyzeEntropy', () => {
  it.each(['before', 'after'] as const)("comes to SciPy's and NumPy's numbers %s training", (when) => {
    const recorded = RECORDED_ENTROPY[when];
    const found = analyzeEntropy(tracesOf(recorded));
    const close = ({ tokens, entropy, top }: TokenGroup): object => ({
      tokens,
      entropy: entropy === null ? null : (expect.closeTo(entropy, 9) as number),
      top,
    });
    expect(found.all).toEqual(close(recorded.all));
    expect(found.reflection).toEqual(close(recorded.reflection));
    for (const [name, group] of Object.entries(recorded.classes))
      expect([name, found.classes[name as TokenClass]]).toEqual([name, close(group)]);
  });

  const { all, classes, forking, reflection, words, rollouts } = analyzeEntropy([trace, trace], {
    minCount: 2,
    words: 4,
  });

  it('takes the top fifth of each rollout', () => {
    expect([rollouts, all]).toEqual([2, { tokens: 20, entropy: expect.closeTo(0.512, 9) as number, top: 4 }]);
    // Of a rollout that is certain all along the top fifth is its own.
    const certain = { ...trace, entropies: Array.from(trace.entropies, (entropy) => entropy / 100) };
    expect(analyzeEntropy([trace, certain]).all.top).toBe(4);
  });

  it('averages by class of token', () => {
    expect(classes.code).toEqual({ tokens: 4, entropy: 0.01, top: 0 });
    expect(classes.reasoning).toEqual({ tokens: 12, entropy: expect.closeTo(3.4 / 6, 9) as number, top: 2 });
    expect(classes.reaction).toEqual({ tokens: 4, entropy: expect.closeTo(0.85, 9) as number, top: 2 });
    expect(classes.answer).toEqual({ tokens: 0, entropy: null, top: 0 });
  });

  it('finds forking tokens by their phrases, and reflection tokens by where they stand', () => {
    expect(forking).toEqual({ tokens: 2, entropy: 2, top: 2 });
    expect(reflection).toEqual({ tokens: 2, entropy: 1.5, top: 2 });
    expect(analyzeEntropy([trace], { phrases: ['before'] }).forking.tokens).toBe(0);
    expect(analyzeEntropy([trace], { phrases: ['so', 'before'], top: 0.5 }).forking.tokens).toBe(2);
  });

  it('lists words by the entropy of the token that begins them', () => {
    expect(words.map(({ word, entropy, tokens, top }) => [word, entropy, tokens, top])).toEqual([
      ['but', 2, 2, 2],
      ['rerun', 1.5, 2, 2],
      ['so', 0.5, 2, 0],
      ['before', 0.4, 2, 0],
    ]);
  });

  it('has nothing to say of nothing', () => {
    expect(analyzeEntropy([]).all).toEqual({ tokens: 0, entropy: null, top: 0 });
    expect(analyzeEntropy([{ texts: [], entropies: [], classes: [] }]).words).toEqual([]);
  });

  it('refuses traces whose parts differ in length, and entropies that are no numbers', () => {
    expect(() => analyzeEntropy([{ ...trace, entropies: trace.texts.map(() => NaN) }])).toThrow(
      'traces.0.entropies: expected an array of finite numbers',
    );
    expect(() => analyzeEntropy([{ ...trace, classes: [] }])).toThrow(
      'traces.0: expected texts, entropies and classes of equal length',
    );
  });
});

describe('entropyMarkdown', () => {
  it('has a row a class, and an earlier analysis beside it', () => {
    const analysis = analyzeEntropy([trace], { minCount: 1, words: 1 });
    const text = entropyMarkdown(analysis, analysis);
    expect(text).toContain('| tokens | entropy before | entropy | number | share of the top |');
    expect(text).toContain('| code | 0.010 | 0.010 | 2 | 0.0 % |');
    expect(text).toContain('| forking | 2.000 | 2.000 | 1 | 50.0 % |');
    expect(text).toContain('| but | 2.000 | 1 | 100.0 % |');
    expect(evaluationMarkdown([], analysis)).toBe(`# Evaluation\n\n${entropyMarkdown(analysis)}`);
  });
});
