import type { Rollout, ToolCall } from '../../../src/base/index.js';

/** A tool call that failed or not. */
export function call(isError: boolean, text = isError ? 'NameError: x' : '7'): ToolCall {
  return { id: 'call', name: 'python', arguments: { code: 'x' }, response: { text, isError } };
}

/** A rollout with the given fields; by default one clean, correct turn with one good call. */
export function rolloutOf(fields: Partial<Rollout> = {}): Rollout {
  return {
    id: 'r',
    groupId: 'g',
    prompt: [{ role: 'user', content: 'How many?' }],
    turns: [{ text: '<answer>\\boxed{7}</answer>', toolCalls: [call(false)] }],
    finishReason: 'stop',
    reward: 1,
    ...fields,
  };
}

/** One rollout a reward, all in one group, with ids `r0`, `r1`, … */
export function groupOf(rewards: readonly number[], groupId = 'g'): Rollout[] {
  return rewards.map((reward, i) => rolloutOf({ id: `r${i}`, groupId, reward }));
}
