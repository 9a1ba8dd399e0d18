import type { EngineLoad, HomedSession } from './engine-load.js';
import type { SessionForecast } from './session-forecast.js';

type Engines = Iterable<EngineLoad>;

/** @returns The engine with the shortest step that has room for new sessions. Engines that run urgent sessions come first. */
export function emptiest(engines: Engines): EngineLoad | undefined {
  const open = [...engines].filter(({ suspended, isFull }) => !suspended && !isFull);
  const urgent = open.filter(({ pace }) => pace < Infinity);
  return cheapest(urgent.length > 0 ? urgent : open, (engine) => engine.stepMs());
}

/** @returns The engine with room for the session whose step would be shortest with it. */
export function fastest(
  engines: Engines,
  session: HomedSession,
  forecast: SessionForecast,
  now: number,
): EngineLoad | undefined {
  return cheapest(engines, (engine) =>
    !engine.suspended && engine.fits(session, forecast, now) ? engine.stepMs(session) : Infinity,
  );
}

/** @returns The engine where a turn would end first, the time that its prefill takes from the sessions there included; `home` if none is better. */
export function betterThan(
  home: EngineLoad,
  engines: Engines,
  session: HomedSession,
  forecast: SessionForecast,
  now: number,
): EngineLoad {
  const { growth } = forecast.need(session);
  const left = growth.reduce((sum, more) => sum + more, 0) / growth.length;
  const atHome = left * home.stepMs(session);
  const better = cheapest(engines, (engine) => {
    if (engine.suspended || engine === home) return Infinity;
    // A prefill stops everything that runs there.
    const prefillMs = session.tokens * engine.curve.prefillMsPerToken * (1 + engine.running.size);
    const cost = left * engine.stepMs(session) + prefillMs;
    return cost < atHome && engine.fits(session, forecast, now) ? cost : Infinity;
  });
  return better ?? home;
}

/** @returns The one of least finite cost. */
function cheapest<T>(all: Iterable<T>, costOf: (one: T) => number): T | undefined {
  let [best, least] = [undefined as T | undefined, Infinity];
  for (const one of all) {
    const cost = costOf(one);
    if (cost < least) [best, least] = [one, cost];
  }
  return best;
}
