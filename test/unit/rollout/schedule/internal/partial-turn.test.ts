import { describe, expect, it } from 'vitest';
import type { Generation } from '../../../../../src/base/index.js';
import { PartialTurn } from '../../../../../src/rollout/schedule/internal/partial-turn.js';

const request = { tokens: Int32Array.of(1, 2), sampling: { maxTokens: 16, stopTokens: [9] } };
const drawn = (...tokens: number[]) => [Int32Array.from(tokens), Float32Array.from(tokens, () => -1)] as const;
const answer = (version: string, ...tokens: number[]): Generation => {
  const [ids, logprobs] = drawn(...tokens);
  const weightVersions = [{ version, start: 0, end: ids.length }];
  return { tokens: ids, logprobs, finishReason: 'stop', weightVersions };
};

describe('a turn whose engine broke', () => {
  it('keeps the version of each token that it keeps', () => {
    const turn = new PartialTurn(request);
    turn.add(...drawn(3), 'step-1');
    turn.add(...drawn(4, 5), 'step-1');
    turn.broke();
    turn.add(...drawn(6), 'step-2');
    turn.broke();
    const { tokens, weightVersions } = turn.joined(turn.length, answer('step-3', 7, 9));
    expect([...tokens]).toEqual([3, 4, 5, 6, 7, 9]);
    expect(weightVersions).toEqual([
      { version: 'step-1', start: 0, end: 3 },
      { version: 'step-2', start: 3, end: 4 },
      { version: 'step-3', start: 4, end: 6 },
    ]);
  });

  it('says nothing of tokens that came without a version', () => {
    const turn = new PartialTurn(request);
    turn.add(...drawn(3));
    turn.broke();
    expect(turn.joined(1, answer('step-2', 9)).weightVersions).toEqual([{ version: 'step-2', start: 1, end: 2 }]);
  });

  it('forgets the versions of tokens that it drops', () => {
    const turn = new PartialTurn(request);
    turn.add(Int32Array.of(3), undefined, 'step-1');
    turn.broke();
    expect(turn.length).toBe(0);
    expect(turn.joined(0, answer('step-2', 4, 9)).weightVersions).toEqual([{ version: 'step-2', start: 0, end: 2 }]);
  });

  it('has the versions of the tokens before the last engine began, not of those that it streamed since', () => {
    const turn = new PartialTurn(request);
    turn.add(...drawn(3, 4), 'step-1');
    turn.broke();
    const kept = turn.length;
    turn.add(...drawn(5), 'step-1');
    expect(turn.joined(kept, answer('step-1', 5, 9)).weightVersions).toEqual([
      { version: 'step-1', start: 0, end: 2 },
      { version: 'step-1', start: 2, end: 4 },
    ]);
  });
});
