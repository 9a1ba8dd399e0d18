import { describe, expect, it } from 'vitest';
import { toRolloutView } from '../../../../../src/report/internal/run/rollout-view.js';
import { exampleBranchedRollout, exampleRollout, exampleSamples, exampleTokenizer } from '../../fixtures.js';

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
      agentError: null,
    });
    expect(view.paths).toHaveLength(1);
    expect(view.paths[0]).toMatchObject({ name: 'Main path', agent: null, counted: null, pieces: null });
    expect(view.question).toMatch(/^Take a, the least common multiple/);
    expect(view.paths[0]!.turns.map(({ parts }) => parts.map(({ kind }) => kind))).toEqual([
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
    expect(view.paths[0]!.turns.map(({ reply }) => reply)).toEqual(['x is 3.', null]);
  });

  it('shades tokens when it has a tokenizer and the trace is short enough', () => {
    const [sample] = exampleSamples([1]);
    expect(toRolloutView(sample!, LIMITS, exampleTokenizer).paths[0]!.pieces).not.toBeNull();
    expect(toRolloutView(sample!, { ...LIMITS, tokens: 10 }, exampleTokenizer).paths[0]!.pieces).toBeNull();
    expect(toRolloutView(sample!, LIMITS).paths[0]!.pieces).toBeNull();
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

  it('has every path, with its sub-agent, the tokens that it counts and its own prompt', () => {
    const rollout = exampleBranchedRollout();
    const view = toRolloutView({ step: 40, rollout, kept: false, reason: '' }, LIMITS, exampleTokenizer);
    expect(view.agentError).toMatch(/^Error: no file/);
    expect([view.calls, view.failedCalls]).toEqual([3, 2]);
    const [main, checker, shortened] = view.paths;
    expect(view.paths.map(({ name, agent, parentAgent }) => [name, agent, parentAgent])).toEqual([
      ['Main path', null, null],
      ['Branch 1', 'checker', 'solver'],
      ['Branch 2', null, null],
    ]);
    expect(checker!.prompt.map(({ content }) => content)).toEqual(['Check this: lcm(12, 57) = 228.']);
    expect(checker!.turns[0]!.parts.at(-1)).toMatchObject({ kind: 'call', isError: true, errorEvidence: 'text' });
    expect([main!.hasMainPrompt, checker!.hasMainPrompt, shortened!.hasMainPrompt]).toEqual([true, false, true]);
    expect([main!.goesOn, checker!.goesOn, shortened!.goesOn]).toEqual([false, false, true]);
    expect(shortened!.counted).toBe('<answer>\\boxed{229}</answer>'.length);
    const drawn = shortened!.pieces!.filter(([, probability]) => probability !== null).map(([text]) => text);
    expect(drawn.join('')).toBe('<answer>\\boxed{229}</answer>');
  });

  it('shades the tokens of the first paths alone where all together are too many', () => {
    const rollout = exampleBranchedRollout();
    const limits = { ...LIMITS, tokens: rollout.tokens!.ids.length + 10 };
    const view = toRolloutView({ step: 40, rollout, kept: false, reason: '' }, limits, exampleTokenizer);
    expect(view.paths.map(({ pieces }) => pieces !== null)).toEqual([true, false, false]);
  });
});
