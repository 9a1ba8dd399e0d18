import { describe, expect, it } from 'vitest';
import type { Rollout, ToolCall } from '../../../src/base/index.js';
import { evaluationRecords } from '../../../src/evaluate/index.js';

const call = (isError: boolean): ToolCall => ({
  id: 'c',
  name: 'python',
  arguments: {},
  response: { text: '', isError },
});

const rollout: Rollout = {
  id: 'p/0',
  groupId: 'p',
  prompt: [{ role: 'user', content: '6 * 7?' }],
  turns: [
    { text: 'a', toolCalls: [call(true), call(false)] },
    { text: 'b', toolCalls: [call(false)] },
  ],
  finishReason: 'max-turns',
  tokens: {
    ids: new Int32Array(9),
    logprobs: new Float32Array(9),
    responseMask: Uint8Array.of(0, 0, 0, 0, 1, 1, 0, 1, 1),
    promptLength: 4,
  },
};
const behaviour = { problem: 'p', tokens: 5, turns: 2, toolCalls: 3, toolErrors: 1, truncated: true };

it('counts calls, turns and tokens of branches once', () => {
  const prompt = [{ role: 'user' as const, content: 'Which?' }];
  const branch = { prompt, turns: [{ text: 'a', toolCalls: [] }], finishReason: 'stop' as const };
  const tokens = (mask: readonly number[]) => ({
    ids: new Int32Array(mask.length),
    logprobs: new Float32Array(mask.length),
    responseMask: Uint8Array.from(mask),
    promptLength: 1,
  });
  const whole: Rollout = {
    ...{ id: 'r', groupId: 'p', ...branch, tokens: tokens([0, 1, 1]) },
    branches: [{ ...branch, finishReason: 'length', tokens: tokens([0, 0, 0, 1]) }],
  };
  const [record] = evaluationRecords([whole], [{ kind: 'scored', value: 1 }]);
  expect(record).toMatchObject({ turns: 2, tokens: 2 + 1, truncated: false });
});

describe('evaluationRecords', () => {
  it.each([
    [
      { kind: 'correct', answer: '42' },
      { correct: 1, answer: '42' },
    ],
    [
      { kind: 'incorrect', answer: '41', reason: 'different' },
      { correct: 0, answer: '41' },
    ],
    [{ kind: 'incorrect', answer: undefined, reason: 'none' }, { correct: 0 }],
    [{ kind: 'undecided', reason: 'the ground truth is empty' }, { correct: 'undecided' }],
    [
      { kind: 'scored', value: 0.25, detail: { answer: '7' } },
      { correct: 0.25, answer: '7' },
    ],
    [{ kind: 'scored', value: 1, detail: { answer: null } }, { correct: 1 }],
  ] as const)('takes what was found: %j', (finding, expected) => {
    expect(evaluationRecords([rollout], [finding])).toEqual([{ ...behaviour, ...expected }]);
  });

  it('does without tokens', () => {
    const { id, groupId, prompt, turns } = rollout;
    const [record] = evaluationRecords(
      [{ id, groupId, prompt, turns, finishReason: 'stop' }],
      [{ kind: 'scored', value: 1 }],
    );
    expect(record).toEqual({ problem: 'p', correct: 1, turns: 2, toolCalls: 3, toolErrors: 1, truncated: false });
  });

  it('refuses another number of findings', () => {
    expect(() => evaluationRecords([rollout], [])).toThrow('findings: expected length 1 (rollouts), got 0');
  });
});
