import { describe, expect, it, vi } from 'vitest';
import { PolicyError, type GenerateOptions, type Generation } from '../../../../../src/base/index.js';
import { QWEN3_14B_H100, createScheduledPolicy } from '../../../../../src/rollout/index.js';
import { broken, requestOf, testEngine } from '../scheduled-engines.js';

/** An engine that answers when it is told to, whatever its signal says. */
function stubbornEngine() {
  const turns: { sessionId: string; signal: AbortSignal; end: (error: Error) => void }[] = [];
  const generate = ({ sessionId }: { sessionId?: string }, { signal }: GenerateOptions = {}) =>
    new Promise<Generation>((_, end) => turns.push({ sessionId: sessionId!, signal: signal!, end }));
  return { turns, policy: { generate } };
}

const oneAtATime = { ...QWEN3_14B_H100, maxRequests: 1 };
const ended = (sessionId: string) => new PolicyError(`session ${sessionId} was ended`);

describe('a session that is ended in the middle of a turn', () => {
  it('has the turn that waits rejected', async () => {
    const { policy: engine, turns } = stubbornEngine();
    const policy = createScheduledPolicy([{ name: 'one', policy: engine, curve: oneAtATime }]);
    const runs = policy.generate(requestOf('a/0'));
    const waits = policy.generate(requestOf('a/1'));
    await vi.waitUntil(() => turns.length === 1);
    policy.endSession!('a/1');
    await expect(waits).rejects.toThrow(ended('a/1'));
    expect(policy.status()).toMatchObject({ waiting: 0, sessions: 1 });
    turns[0]!.end(broken(false));
    await expect(runs).rejects.toThrow('the engine broke');
    await policy.close();
  });

  it('has the turn that runs rejected and aborted, and keeps its room until the engine is done with it', async () => {
    const { policy: engine, turns } = stubbornEngine();
    const policy = createScheduledPolicy([{ name: 'one', policy: engine, curve: oneAtATime }]);
    const runs = policy.generate(requestOf('a/0'));
    const next = policy.generate(requestOf('a/1'));
    await vi.waitUntil(() => turns.length === 1);
    policy.endSession!('a/0');
    await expect(runs).rejects.toThrow(ended('a/0'));
    expect(turns[0]!.signal.aborted).toBe(true);
    await new Promise(setImmediate);
    expect(policy.status()).toMatchObject({ waiting: 1, sessions: 2, engines: [{ running: 1 }] });
    turns[0]!.end(turns[0]!.signal.reason as Error);
    await vi.waitUntil(() => turns.length === 2);
    expect([turns[1]!.sessionId, policy.status().sessions]).toEqual(['a/1', 1]);
    turns[1]!.end(broken(false));
    await expect(next).rejects.toThrow('the engine broke');
    await policy.close();
  });

  it('does not suspend its engine, which ended the turn because it was asked to', async () => {
    const engines = [stubbornEngine(), stubbornEngine()];
    const policy = createScheduledPolicy(engines.map((one, i) => ({ name: `${i}`, policy: one.policy })));
    const answer = policy.generate(requestOf('a/0'));
    await vi.waitUntil(() => engines[0]!.turns.length === 1);
    policy.endSession!('a/0');
    await expect(answer).rejects.toThrow(ended('a/0'));
    engines[0]!.turns[0]!.end(engines[0]!.turns[0]!.signal.reason as Error);
    await new Promise(setImmediate);
    expect(policy.status().engines.map(({ suspended }) => suspended)).toEqual([false, false]);
    await policy.close();
  });

  it('is not sent elsewhere where its engine breaks, or says nothing any more', async () => {
    const { policy: engine, turns } = stubbornEngine();
    const options = { stallMs: 200, retry: { retries: 3, delayMs: 1 } };
    const policy = createScheduledPolicy([{ name: 'one', policy: engine }], options);
    const answers = Promise.allSettled(['a/0', 'a/1'].map((id) => policy.generate(requestOf(id))));
    await new Promise(setImmediate);
    ['a/0', 'a/1'].forEach((id) => policy.endSession!(id));
    turns[0]!.end(broken());
    await answers;
    await vi.waitUntil(() => policy.status().sessions === 0, 10_000);
    expect([turns.length, policy.status().waiting]).toEqual([2, 0]);
    await policy.close();
  });
});

describe('an engine that calls the policy back while it is asked', () => {
  it('may remove another that is to be asked next', async () => {
    const [first, second] = [testEngine(), testEngine()];
    const removing = (engine: typeof first, other: string) => ({
      generate(...call: Parameters<typeof first.generate>) {
        policy.removeEngine(other);
        return engine.generate(...call);
      },
    });
    const policy = createScheduledPolicy([
      { name: 'a', policy: removing(first, 'b') },
      { name: 'b', policy: removing(second, 'a') },
    ]);
    const answers = await Promise.all([0, 1, 2, 3].map((i) => policy.generate(requestOf(`a/${i}`))));
    expect(answers.map(({ tokens }) => tokens.length)).toEqual([8, 8, 8, 8]);
    expect([first.requests.length, second.requests.length]).toContain(4);
    await policy.close();
  });

  it('may close the policy: all turns are rejected', async () => {
    const engine = {
      generate() {
        void policy.close();
        return Promise.reject(broken(false));
      },
    };
    const policy = createScheduledPolicy([{ name: 'a', policy: engine }]);
    const settled = await Promise.allSettled([0, 1, 2].map((i) => policy.generate(requestOf(`a/${i}`))));
    expect(settled.map((one) => one.status === 'rejected' && (one.reason as Error).message)).toEqual(
      Array(3).fill('the scheduled policy was closed'),
    );
  });
});

describe('engines that are told that a session is over', () => {
  it('are all told, whatever one of them makes of it', async () => {
    const told: string[] = [];
    const policies = [
      { ...testEngine(), endSession: () => Promise.reject(new Error('late')) as unknown as void },
      {
        ...testEngine(),
        endSession() {
          throw new Error('at once');
        },
      },
      { ...testEngine(), endSession: (id: string) => void told.push(id) },
    ];
    const policy = createScheduledPolicy(policies.map((engine, i) => ({ name: `${i}`, policy: engine })));
    await policy.generate(requestOf('a/0'));
    policy.endSession!('a/0');
    expect(told).toEqual(['a/0']);
    await new Promise(setImmediate);
    await policy.close();
  });

  it('are told of those that they had when they are removed', async () => {
    const told: string[] = [];
    const endSession = (id: string) => void told.push(id);
    const policy = createScheduledPolicy([{ name: 'one', policy: { ...testEngine(), endSession } }]);
    await policy.generate(requestOf('a/0'));
    await policy.generate(requestOf('a/1'));
    policy.endSession!('a/1');
    policy.removeEngine('one');
    policy.endSession!('a/0');
    expect(told).toEqual(['a/1', 'a/0']);
    await policy.close();
  });
});
