import { describe, expect, it } from 'vitest';
import { QWEN3_14B_H100 } from '../../../../../src/rollout/index.js';
import type { ScheduledRequest } from '../../../../../src/rollout/schedule/internal/dispatcher.js';
import { KvAwareDispatcher } from '../../../../../src/rollout/schedule/internal/kv-aware-dispatcher.js';

const curve = { ...QWEN3_14B_H100, capacityTokens: 1000 };

/** Prompts are not shared; sessions are expected to grow by so little that what they hold counts. */
function request(sessionId: string, contextTokens = 90, promptTokens = 0): ScheduledRequest {
  const generated = () => 0;
  return { sessionId, group: sessionId.split('/')[0]!, promptTokens, contextTokens, maxTokens: 8, generated };
}

function dispatcherOf(engines: readonly string[], groupDeadlineMs = Infinity) {
  const dispatcher = new KvAwareDispatcher<ScheduledRequest>({ reserve: 0, groupDeadlineMs });
  engines.forEach((name) => dispatcher.engineJoined(name, curve));
  return dispatcher;
}

function arrive(dispatcher: KvAwareDispatcher<ScheduledRequest>, group: string, count: number): ScheduledRequest[] {
  const requests = Array.from({ length: count }, (_, i) => request(`${group}/${i}`));
  requests.forEach((one) => dispatcher.requestArrived(one, 0));
  return requests;
}

describe('the KV-aware dispatcher', () => {
  it('lets in what fits, and the next when one ends', () => {
    const dispatcher = dispatcherOf(['x']);
    arrive(dispatcher, 'a', 13);
    const admitted = dispatcher.admissions(0).map(({ request }) => request);
    expect([admitted.length, dispatcher.waiting]).toEqual([11, 2]);
    dispatcher.requestEnded(admitted[0]!, 5, 5);
    dispatcher.sessionEnded(admitted[0]!.sessionId);
    expect(dispatcher.admissions(5).length).toBe(1);
  });

  it('counts a prompt once for its group', () => {
    const dispatcher = dispatcherOf(['x', 'y']);
    for (const group of ['a', 'b'])
      for (let i = 0; i < 32; i++) dispatcher.requestArrived(request(`${group}/${i}`, 810, 800), 0);
    const places = dispatcher.admissions(0);
    expect(places.length).toBeGreaterThan(32);
    // Where not both prompts fit into one cache, each is in its own.
    const homes = new Set(places.map(({ request, engine }) => `${request.group} ${engine}`));
    expect(homes.size).toBe(2);
  });

  it("is corrected in both directions by an engine's report, and takes its size from there", () => {
    const dispatcher = dispatcherOf(['x']);
    arrive(dispatcher, 'a', 60);
    dispatcher.engineObserved('x', { capacityTokens: 2000, usedTokens: 500 });
    expect(dispatcher.admissions(0).length).toBe(16);
    // Ours hold 90 each as we count; in truth half of that.
    dispatcher.engineObserved('x', { capacityTokens: undefined, usedTokens: 720 });
    expect(dispatcher.admissions(1).length).toBe(14);
    dispatcher.engineObserved('unknown', { capacityTokens: 1, usedTokens: 1 });
  });

  it('lets the session that was sent last give way where contexts outgrow the cache', () => {
    const dispatcher = dispatcherOf(['x']);
    const all = arrive(dispatcher, 'a', 3);
    dispatcher.admissions(0);
    all.forEach((one) => dispatcher.requestEnded(one, 310, 1));
    const grown = all.map(({ sessionId }) => request(sessionId, 410));
    [2, 0, 1].forEach((i) => dispatcher.requestArrived(grown[i]!, 2));
    expect(dispatcher.admissions(2).map((one) => one.request.sessionId)).toEqual(['a/0', 'a/1']);
    dispatcher.requestEnded(grown[0]!, 5, 3);
    dispatcher.sessionEnded('a/0');
    expect(dispatcher.admissions(3).map((one) => one.request.sessionId)).toEqual(['a/2']);
  });

  it('sends a turn that has lost its cache to any engine with room', () => {
    const dispatcher = dispatcherOf(['x']);
    const all = arrive(dispatcher, 'a', 3);
    dispatcher.admissions(0);
    all.forEach((one) => dispatcher.requestEnded(one, 310, 1));
    all.forEach(({ sessionId }) => dispatcher.requestArrived(request(sessionId, 410), 2));
    dispatcher.admissions(2);
    expect(dispatcher.waiting).toBe(1);
    dispatcher.engineJoined('y', curve);
    expect(dispatcher.admissions(3).map(({ request: { sessionId }, engine }) => [sessionId, engine])).toEqual([
      ['a/2', 'y'],
    ]);
  });

  it('lets turns run by arrival where tool calls are long and contexts cheap to compute', () => {
    const cheap = { ...curve, prefillMsPerToken: 1e-6 };
    const dispatcher = new KvAwareDispatcher<ScheduledRequest>({ reserve: 0, groupDeadlineMs: Infinity });
    dispatcher.engineJoined('x', cheap);
    const all = arrive(dispatcher, 'a', 3);
    dispatcher.admissions(0);
    all.forEach((one) => dispatcher.requestEnded(one, 310, 1));
    [2, 1, 0].forEach((i) => dispatcher.requestArrived(request(`a/${i}`, 410), 60_000));
    expect(dispatcher.admissions(60_000).map((one) => one.request.sessionId)).toEqual(['a/2']);
  });

  it('gives the cache of a session away whose tool takes longer than computing a full cache', () => {
    const dispatcher = dispatcherOf(['x']);
    const [first] = arrive(dispatcher, 'a', 12);
    dispatcher.admissions(0);
    dispatcher.requestEnded(first!, 0, 10);
    expect(dispatcher.admissions(20)).toEqual([]);
    dispatcher.requestArrived(request('b/0', 1), 10 + 1000 * curve.prefillMsPerToken + 1);
    dispatcher.engineObserved('x', { capacityTokens: undefined, usedTokens: undefined });
    expect(dispatcher.admissions(10 + 1000 * curve.prefillMsPerToken + 1).length).toBe(2);
  });

  it('gives that cache away when nothing but time has passed, and nothing runs', () => {
    const dispatcher = dispatcherOf(['x']);
    const [first] = arrive(dispatcher, 'a', 1);
    dispatcher.admissions(0);
    dispatcher.requestEnded(first!, 800, 1);
    dispatcher.requestArrived(request('b/0', 200), 2);
    expect(dispatcher.admissions(2)).toEqual([]);
    expect(dispatcher.admissions(3)).toEqual([]);
    const longest = curve.prefillMsPerToken * curve.capacityTokens;
    expect(dispatcher.admissions(3 + longest).map((one) => one.request.sessionId)).toEqual(['b/0']);
  });

  it.each(['left', 'was suspended'])('sends a later turn elsewhere where its engine %s in the middle of one', (how) => {
    const dispatcher = dispatcherOf(['x', 'y']);
    const first = request('a/0');
    dispatcher.requestArrived(first, 0);
    expect(dispatcher.admissions(0).map((one) => one.engine)).toEqual(['x']);
    if (how === 'left') dispatcher.engineLeft('x');
    else dispatcher.engineSuspended('x', true);
    dispatcher.requestCancelled(first);
    dispatcher.requestArrived(request('a/0'), 1);
    expect(dispatcher.admissions(1).map((one) => one.engine)).toEqual(['y']);
    expect(dispatcher.waiting).toBe(0);
  });

  it('sends a turn to another engine than those that failed it, where there is one', () => {
    const dispatcher = dispatcherOf(['x', 'y']);
    const [one] = arrive(dispatcher, 'a', 1);
    const { engine } = dispatcher.admissions(0)[0]!;
    const again = { ...one!, avoid: new Set([engine]) };
    dispatcher.requestReturned(one!, again);
    expect(dispatcher.admissions(1)).toEqual([{ request: again, engine: engine === 'x' ? 'y' : 'x' }]);
  });

  it('sends a session to where it lives, and elsewhere once its engine has left', () => {
    const dispatcher = dispatcherOf(['x', 'y']);
    const requests = arrive(dispatcher, 'a', 2);
    const homes = new Map(dispatcher.admissions(0).map(({ request: { sessionId }, engine }) => [sessionId, engine]));
    expect(new Set(homes.values()).size).toBe(2);
    requests.forEach((one) => dispatcher.requestEnded(one, 20, 5));
    let later: ScheduledRequest[] = [];
    const again = () => {
      later = requests.map(({ sessionId }) => request(sessionId, 40));
      later.forEach((one) => dispatcher.requestArrived(one, 6));
    };
    again();
    expect(new Map(dispatcher.admissions(6).map((one) => [one.request.sessionId, one.engine]))).toEqual(homes);
    later.forEach((one) => dispatcher.requestEnded(one, 5, 7));
    dispatcher.engineLeft('x');
    again();
    expect(dispatcher.admissions(8).map(({ engine }) => engine)).toEqual(['y', 'y']);
  });

  it('sends what an engine that left has returned before all that waits', () => {
    const dispatcher = dispatcherOf(['x']);
    const [first] = arrive(dispatcher, 'a', 1);
    dispatcher.admissions(0);
    arrive(dispatcher, 'b', 30);
    dispatcher.engineLeft('x');
    const again = request(first!.sessionId, 30);
    dispatcher.requestReturned(first!, again);
    dispatcher.engineJoined('y', curve);
    expect(dispatcher.admissions(1)[0]).toEqual({ request: again, engine: 'y' });
  });

  it('sends nothing to a suspended engine', () => {
    const dispatcher = dispatcherOf(['x']);
    dispatcher.engineSuspended('x', true);
    arrive(dispatcher, 'a', 1);
    expect(dispatcher.admissions(0)).toEqual([]);
    dispatcher.engineSuspended('x', false);
    expect(dispatcher.admissions(0).length).toBe(1);
  });

  it('lets a group in first whose deadline has passed', () => {
    const dispatcher = dispatcherOf(['x'], 10);
    const first = arrive(dispatcher, 'a', 12);
    dispatcher.admissions(0);
    for (let i = 0; i < 3; i++) dispatcher.requestArrived(request(`b/${i}`), 5);
    dispatcher.requestEnded(first[0]!, 5, 12);
    dispatcher.sessionEnded(first[0]!.sessionId);
    expect(dispatcher.admissions(12).map(({ request: { group } }) => group)).toEqual(['a']);
  });
});
