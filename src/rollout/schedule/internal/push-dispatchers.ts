import type { Admission, Dispatcher, ScheduledRequest } from './dispatcher.js';

/** Picks an engine for a request the moment it arrives. @param inFlight - Requests by engine. */
export type PickEngine<R> = (request: R, inFlight: ReadonlyMap<string, number>) => string;

/** Works as routers do: every request goes to an engine at once, and waits there. @param pick - Not shared between dispatchers, because it may have state. */
export function pushDispatcher<R extends ScheduledRequest>(pick: PickEngine<R>): Dispatcher<R> {
  const inFlight = new Map<string, number>();
  const engines = new Map<R, string>();
  let arrived: R[] = [];
  const count = (engine: string, more: number) => inFlight.set(engine, inFlight.get(engine)! + more);
  return {
    engineJoined: (engine) => void inFlight.set(engine, 0),
    requestArrived: (request) => void arrived.push(request),
    requestEnded(request) {
      count(engines.get(request)!, -1);
      engines.delete(request);
    },
    sessionEnded: () => {},
    admissions() {
      const admitted = arrived.map((request): Admission<R> => {
        const engine = pick(request, inFlight);
        engines.set(request, engine);
        count(engine, 1);
        return { request, engine };
      });
      arrived = [];
      return admitted;
    },
  };
}

/** The engine with the fewest requests. */
export function fewestInFlight<R>(_: R, inFlight: ReadonlyMap<string, number>): string {
  let [best, fewest] = ['', Infinity];
  for (const [engine, count] of inFlight) if (count < fewest) [best, fewest] = [engine, count];
  return best;
}

/** verl's: a session stays on the engine of its first request, which is the one with the fewest. */
export function stickyPick<R extends ScheduledRequest>(): PickEngine<R> {
  const homes = new Map<string, string>();
  return (request, inFlight) => {
    const home = homes.get(request.sessionId) ?? fewestInFlight(request, inFlight);
    homes.set(request.sessionId, home);
    return home;
  };
}
