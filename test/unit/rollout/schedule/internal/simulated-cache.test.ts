import { describe, expect, it } from 'vitest';
import { SimulatedCache } from '../../../../../src/rollout/schedule/internal/simulated-cache.js';

const turn = (sessionId: string, group = 'a') => ({ sessionId, group, promptTokens: 100 });

describe('the cache of a simulated engine', () => {
  it('has the prompt of a group once, and computes it once', () => {
    const cache = new SimulatedCache(1000);
    expect([cache.take(turn('0'), 120), cache.take(turn('1'), 110)]).toEqual([120, 10]);
    expect([cache.held, cache.needOf(turn('2'), 150), cache.needOf(turn('2', 'b'), 150)]).toEqual([130, 50, 150]);
  });

  it("keeps what a turn leaves for its session's next", () => {
    const cache = new SimulatedCache(1000);
    cache.take(turn('0'), 120);
    cache.held += 30;
    cache.leave(turn('0'), 150);
    expect(cache.held).toBe(0);
    expect(cache.take(turn('0'), 170)).toBe(20);
  });

  it('lets go of the oldest first where space is needed, of prompts after the sessions that use them', () => {
    const cache = new SimulatedCache(300);
    cache.take(turn('0'), 180);
    cache.leave(turn('0'), 180);
    expect(cache.take(turn('1', 'b'), 150)).toBe(150);
    // 30 of the 80 tokens of its own are gone.
    expect(cache.take(turn('0'), 180)).toBe(180 - 100 - 50);
  });
});
