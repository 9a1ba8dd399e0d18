import { describe, expect, it } from 'vitest';
import { QWEN3_14B_H100 } from '../../../../../src/rollout/index.js';
import type { ScheduledRequest } from '../../../../../src/rollout/schedule/internal/dispatcher.js';
import { KvAwareDispatcher } from '../../../../../src/rollout/schedule/internal/kv-aware-dispatcher.js';

const curve = { ...QWEN3_14B_H100, capacityTokens: 1000 };

/** Sessions may grow by 90 tokens from 10, so that ten fit for certain. */
function request(sessionId: string, contextTokens = 10): ScheduledRequest {
  const generated = () => 0;
  return { sessionId, group: sessionId.split('/')[0]!, contextTokens, maxTokens: 100 - contextTokens, generated };
}

function dispatcherOf(engines: readonly string[], groupDeadlineMs = Infinity) {
  const dispatcher = new KvAwareDispatcher<ScheduledRequest>({ admission: 'worst-case', reserve: 0, groupDeadlineMs });
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
    arrive(dispatcher, 'a', 12);
    const admitted = dispatcher.admissions(0).map(({ request }) => request);
    expect(admitted.length).toBe(10);
    expect(dispatcher.waiting).toBe(2);
    dispatcher.requestEnded(admitted[0]!, 20, 5);
    dispatcher.sessionEnded(admitted[0]!.sessionId);
    expect(dispatcher.admissions(5).length).toBe(1);
  });

  it('leaves room for what others hold in a cache, and takes its size from the engine', () => {
    const dispatcher = dispatcherOf(['x']);
    arrive(dispatcher, 'a', 30);
    dispatcher.engineObserved('x', { capacityTokens: 2000, usedTokens: 500 });
    expect(dispatcher.admissions(0).length).toBe(15);
    // Ours hold 10 each; what is used besides has gone.
    dispatcher.engineObserved('x', { capacityTokens: undefined, usedTokens: 150 });
    expect(dispatcher.admissions(1).length).toBe(5);
    dispatcher.engineObserved('unknown', { capacityTokens: 1, usedTokens: 1 });
  });

  it('sends a session to where it lives, and elsewhere once its engine has left', () => {
    const dispatcher = dispatcherOf(['x', 'y']);
    const requests = arrive(dispatcher, 'a', 2);
    const homes = new Map(dispatcher.admissions(0).map(({ request: { sessionId }, engine }) => [sessionId, engine]));
    expect(new Set(homes.values()).size).toBe(2);
    requests.forEach((one) => dispatcher.requestEnded(one, 20, 5));
    const again = () => requests.map(({ sessionId }) => dispatcher.requestArrived(request(sessionId, 40), 6));
    again();
    expect(new Map(dispatcher.admissions(6).map((one) => [one.request.sessionId, one.engine]))).toEqual(homes);
    requests.forEach(({ sessionId }) => dispatcher.requestEnded(request(sessionId, 40), 5, 7));
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

  it('keeps room for the worst case of those that may grow by more than any before', () => {
    const dispatcher = dispatcherOf(['x']);
    const small = request('a/0');
    dispatcher.requestArrived({ ...small, maxTokens: 1 }, 0);
    expect(dispatcher.admissions(0).length).toBe(1);
    for (let i = 0; i < 20; i++) dispatcher.requestArrived({ ...request(`b/${i}`), maxTokens: 490 }, 1);
    expect(dispatcher.admissions(1).length).toBe(1);
  });
});
