import { describe, expect, it } from 'vitest';
import type { Policy, PolicySnapshot } from '../../../src/base/index.js';
import { runRollouts } from '../../../src/rollout/index.js';
import { createSwitchingPolicy } from '../../../src/rollout/internal/index.js';
import { createScriptedPolicy } from '../../../src/testing/scripted-policy.js';
import { callText, completed, prompt, scriptedTool, tokenizer } from './conversation.js';
import { answeringPolicy, gate } from './sampled-groups.js';

function snapshot(weightVersion: string, policy: Policy = answeringPolicy()) {
  const state = { closed: 0, ended: [] as string[] };
  const made: PolicySnapshot = {
    weightVersion,
    generate: (...call) => policy.generate(...call),
    endSession: (name) => void state.ended.push(name),
    close: () => Promise.resolve(void state.closed++),
  };
  return { snapshot: made, state };
}

const request = {
  tokens: Int32Array.of(1),
  sampling: { maxTokens: 50, stopTokens: [], seed: 's' },
  sessionId: 'a/b/0',
};

describe('a switching policy', () => {
  it('has a rollout go on with newer weights from its next turn on, and its trace say which drew what', async () => {
    const script = ({ turn }: { turn: number }) => (turn < 2 ? callText('python', { turn }) : 'done');
    // Each has a script of its own: the turn is that of the session, which both may see.
    const turns = new Map<string, number>();
    const shared = (logprob: number) =>
      createScriptedPolicy({
        tokenizer,
        logprob,
        script: ({ request: { sessionId } }) => {
          const turn = turns.get(sessionId!) ?? 0;
          turns.set(sessionId!, turn + 1);
          return script({ turn });
        },
      });
    const [old, fresh] = [snapshot('7', shared(-1)), snapshot('8', shared(-2))];
    const policy = createSwitchingPolicy(old.snapshot);
    const tool = scriptedTool(() => {
      policy.switchTo(fresh.snapshot);
      return { kind: 'ok', text: 'out', durationMs: 1 };
    });
    const [outcome] = await runRollouts([{ groupId: 'g', prompt, samples: 1 }], {
      ...{ policy, tokenizer, tools: [tool], maxTokens: 500, seed: 's' },
    });
    const { ids, logprobs, responseMask, promptLength, weightVersions } = completed(outcome).tokens!;
    expect(weightVersions!.map(({ version }) => version)).toEqual(['7', '8', '8']);
    expect(weightVersions![0]!.start).toBe(promptLength);
    const covered = new Uint8Array(ids.length);
    for (const { version, start, end } of weightVersions!) {
      covered.fill(1, start, end);
      expect(new Set(logprobs.subarray(start, end))).toEqual(new Set([version === '7' ? -1 : -2]));
    }
    expect(covered).toEqual(responseMask);
    expect([old.state.closed, fresh.state.closed]).toEqual([1, 0]);
    // A closed snapshot's sessions went with it.
    expect([old.state.ended.length, fresh.state.ended.length]).toEqual([0, 1]);
    await policy.close();
    expect([old.state.closed, fresh.state.closed]).toEqual([1, 1]);
  });

  it('can what the newest weights can', () => {
    const first = { ...snapshot('1').snapshot, capabilities: { stopTexts: true } };
    const policy = createSwitchingPolicy(first);
    expect(policy.capabilities).toEqual({ stopTexts: true });
    policy.switchTo(snapshot('2').snapshot);
    expect(policy.capabilities).toEqual({});
  });

  it('holds weights as long as a turn is drawn with them, and no longer', async () => {
    const { opened, open } = gate();
    const [old, fresh] = [
      snapshot(
        '1',
        answeringPolicy(() => opened),
      ),
      snapshot('2'),
    ];
    const policy = createSwitchingPolicy(old.snapshot);
    const turn = policy.generate(request);
    policy.switchTo(fresh.snapshot);
    policy.switchTo(fresh.snapshot);
    expect([policy.weightVersion, old.state.closed]).toEqual(['2', 0]);
    policy.endSession!('x');
    expect([old.state.ended, fresh.state.ended]).toEqual([['x'], ['x']]);
    open();
    expect((await turn).weightVersions![0]!.version).toBe('1');
    expect([old.state.closed, fresh.state.closed]).toEqual([1, 0]);
    await policy.close();
    await policy.close();
    expect([old.state.closed, fresh.state.closed]).toEqual([1, 1]);
    await expect(policy.generate(request)).rejects.toThrow('the policy is closed');
    expect(() => policy.switchTo(fresh.snapshot)).toThrow('the policy is closed');
  });

  it('leaves the versions alone that an engine tells of a turn', async () => {
    const spans = [
      { version: 'a', start: 0, end: 2 },
      { version: 'b', start: 2, end: 3 },
    ];
    const generate = () =>
      Promise.resolve({
        tokens: Int32Array.of(1, 2, 3),
        logprobs: new Float32Array(3),
        finishReason: 'stop' as const,
        weightVersions: spans,
      });
    const policy = createSwitchingPolicy(snapshot('1', { generate }).snapshot);
    expect((await policy.generate(request)).weightVersions).toEqual(spans);
  });

  it('closes the rest where the close of a snapshot fails, and tells of it', async () => {
    const broken = snapshot('1').snapshot;
    const policy = createSwitchingPolicy({ ...broken, close: () => Promise.reject(new Error('stuck')) });
    const fresh = snapshot('2');
    policy.switchTo(fresh.snapshot);
    await expect(policy.close()).rejects.toThrow('stuck');
    expect(fresh.state.closed).toBe(1);
  });
});
