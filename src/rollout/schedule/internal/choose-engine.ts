import type { EngineLoad, HomedSession } from './engine-load.js';
import type { GrowthEstimates } from './growth-estimates.js';

/** A move slows down the sessions on the new engine; each counts with this factor. */
const MOVE_COST = 3;
/** A turn moves only if its session is expected to end in this share of the time: growth is a rough estimate. */
const WORTH_A_MOVE = 0.8;

/**
 * Whether an engine's cache is large enough for one more session, now and after the expected growth of all sessions.
 *
 * If n sessions end after each token with the same probability and grow by m tokens in the mean, those with u tokens now are expected to
 * have e^(−t/m) (u + n t) tokens when each remaining one has grown by t. The maximum is at t = m − u/n: n m e^(u/(n m) − 1).
 *
 * @param mean - m.
 */
export function fits(engine: EngineLoad, session: HomedSession, mean: number, now: number): boolean {
  if (engine.count === 0) return true;
  if (!engine.takesMore) return false;
  const used = engine.used(now) + engine.needOf(session);
  const grown = (engine.count + 1) * mean;
  return Math.max(used, grown * Math.exp(Math.min(0, used / grown - 1))) <= engine.limit;
}

/** @returns The engine where a session would end first, the time that its prefill takes from the sessions there included; `home` if none is better. */
export function betterThan(
  home: EngineLoad,
  engines: readonly EngineLoad[],
  session: HomedSession,
  growth: GrowthEstimates,
  now: number,
): EngineLoad {
  const left = growth.groupMean(session.group);
  const atHome = left * home.stepMs();
  const better = cheapest(engines, (engine) => {
    if (engine === home || engine.count >= home.count - 1) return Infinity;
    const prefillMs = session.tokens * engine.curve.prefillMsPerToken * (1 + MOVE_COST * engine.running.size);
    const cost = left * engine.stepMs(session.tokens) + prefillMs;
    return cost < WORTH_A_MOVE * atHome && fits(engine, session, growth.mean, now) ? cost : Infinity;
  });
  return better ?? home;
}

/** @returns The first one of least finite cost. */
export function cheapest<T>(all: Iterable<T>, costOf: (one: T) => number): T | undefined {
  let [best, least] = [undefined as T | undefined, Infinity];
  for (const one of all) {
    const cost = costOf(one);
    if (cost < least) [best, least] = [one, cost];
  }
  return best;
}
