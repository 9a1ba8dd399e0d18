import type { ScheduledRequest } from './dispatcher.js';
import type { EngineLoad, HomedSession } from './engine-load.js';
import type { SessionForecast } from './session-forecast.js';

type Engines<R extends ScheduledRequest> = Iterable<EngineLoad<R>>;

/** @returns Of engines that are not full the one that is fastest with what runs there; first of those where some are in a hurry, with what else is in one. */
export function emptiest<R extends ScheduledRequest>(engines: Engines<R>): EngineLoad<R> | undefined {
  const open = [...engines].filter(({ suspended, isFull }) => !suspended && !isFull);
  const hurried = open.filter(({ pace }) => pace < Infinity);
  return cheapest(hurried.length > 0 ? hurried : open, (engine) => engine.stepMs());
}

/** @returns Of engines that have room for one more the one that is fastest with it. */
export function fastest<R extends ScheduledRequest>(
  engines: Engines<R>,
  session: HomedSession<R>,
  forecast: SessionForecast,
  now: number,
): EngineLoad<R> | undefined {
  return cheapest(engines, (engine) =>
    !engine.suspended && engine.fits(session, forecast, now) ? engine.stepMs(session) : Infinity,
  );
}

/** @returns Where a turn will be done first, if that is not at home: what it gains must pay for what others lose by it. */
export function betterThan<R extends ScheduledRequest>(
  home: EngineLoad<R>,
  engines: Engines<R>,
  session: HomedSession<R>,
  forecast: SessionForecast,
  now: number,
): EngineLoad<R> {
  const { growth } = forecast.need(session);
  const left = growth.reduce((sum, more) => sum + more, 0) / growth.length;
  const atHome = left * home.stepMs(session);
  const better = cheapest(engines, (engine) => {
    if (engine.suspended || engine === home) return Infinity;
    // Computing its context stops all that runs there.
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
