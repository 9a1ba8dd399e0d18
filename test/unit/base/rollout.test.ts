import { describe, expect, it } from 'vitest';
import { toolCallsOf, withReward, type Rollout, type ToolCall } from '../../../src/base/index.js';

const call = (id: string): ToolCall => ({ id, name: 'python', arguments: {}, response: { text: '', isError: false } });
const rollout: Rollout = {
  id: 'g/0',
  groupId: 'g',
  prompt: [],
  turns: [
    { text: 'a', toolCalls: [call('1'), call('2')] },
    { text: 'b', toolCalls: [] },
    { text: 'c', toolCalls: [call('3')] },
  ],
  finishReason: 'stop',
};

describe('withReward', () => {
  it('adds the reward and shares everything else', () => {
    const rewarded = withReward(rollout, 1);
    expect(rewarded).toEqual({ ...rollout, reward: 1 });
    expect(rewarded.turns).toBe(rollout.turns);
    expect(rollout).not.toHaveProperty('reward');
    expect(withReward(rewarded, 0).reward).toBe(0);
  });
});

describe('toolCallsOf', () => {
  it('lists the calls of all turns in order', () => {
    expect(toolCallsOf(rollout).map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(toolCallsOf({ turns: [] })).toEqual([]);
  });

  it('lists the calls of branches after those of the main path', () => {
    const branch = { prompt: [], turns: [{ text: 'd', toolCalls: [call('4')] }], finishReason: 'stop' as const };
    expect(toolCallsOf({ ...rollout, branches: [branch, branch] }).map(({ id }) => id)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '4',
    ]);
  });
});

it('refuses to reward what is no rollout, and a reward that is no number', () => {
  expect(() => withReward(null as never, 1)).toThrow(new TypeError('rollout: expected an object, got null'));
  expect(() => withReward(rollout, '1' as never)).toThrow(new TypeError('reward: expected a number, got a string'));
});
