import { describe, expect, it } from 'vitest';
import { SimulatedEngine } from '../../../../../src/rollout/schedule/internal/simulated-engine.js';

const curve = {
  stepMs: 10,
  stepMsPerRequest: 0,
  stepMsPerToken: 0,
  prefillMsPerToken: 1,
  capacityTokens: 1000,
  maxRequests: 10,
};
const turn = (sessionId: string, contextTokens: number, tokens: number) => ({
  ...{ sessionId, group: sessionId, promptTokens: contextTokens, contextTokens, tokens },
});

/** @returns When each turn ends; the second comes at 50 ms. */
function endsOf(engine: SimulatedEngine<ReturnType<typeof turn>>) {
  const ends = new Map<string, number>();
  engine.advance(0);
  engine.add(turn('first', 10, 20));
  for (let isLate = false; engine.running > 0 || !isLate;) {
    const next: number = engine.nextEvent();
    const now: number = isLate ? next : Math.min(50, next);
    for (const { sessionId } of engine.advance(now)) ends.set(sessionId, now);
    if (now === 50) engine.add(turn('second', 100, 5));
    isLate ||= now === 50;
  }
  return ['first', 'second'].map((id) => Math.round(ends.get(id) ?? NaN));
}

describe('a simulated engine', () => {
  it('stops decoding while a context is computed, without chunks', () => {
    expect(endsOf(new SimulatedEngine(curve))).toEqual([10 + 200 + 100, 50 + 100 + 50]);
  });

  it('goes on decoding beside the chunks of a context', () => {
    // Two steps of 50 tokens and ms each; the last draws a token.
    expect(endsOf(new SimulatedEngine({ ...curve, chunkTokens: 50 }))).toEqual([10 + 190 + 80, 50 + 100 + 40]);
  });

  it('preempts the youngest where its cache is full, and computes it again', () => {
    const engine = new SimulatedEngine<ReturnType<typeof turn>>({ ...curve, capacityTokens: 200 });
    ['a', 'b'].forEach((id) => engine.add(turn(id, 10, 120)));
    const ended: string[] = [];
    while (engine.running > 0) ended.push(...engine.advance(engine.nextEvent()).map(({ sessionId }) => sessionId));
    expect([ended, engine.preemptions]).toEqual([['a', 'b'], 1]);
    expect(engine.prefilledTokens).toBeGreaterThan(20);
  });
});
