/**
 * Where things are in Redis. One namespace a trainer: its calls, its results, its parked calls. The braces keep the
 * keys of a namespace together in a cluster.
 */
export const PREFIX = 'rstar2';

/** The group that workers read calls as. */
export const GROUP = 'workers';

/** Namespaces that have had calls; workers serve them all. */
export const NAMESPACES = `${PREFIX}:namespaces`;

/** Workers that are alive: members `id slots`, scores the time until which they are. */
export const WORKERS = `${PREFIX}:workers`;

/** Calls that wait or run: a stream of `id`, `reply`, `call`. */
export const callsKey = (namespace: string): string => `${PREFIX}:{${namespace}}:calls`;

/** Results for one producer: a stream of `id`, `result`. */
export const resultsKey = (namespace: string, producer: string): string =>
  `${PREFIX}:{${namespace}}:results:${producer}`;

/** Calls given up on: a stream of `id`, `call`, `reason`, `deliveries`. */
export const parkedKey = (namespace: string): string => `${PREFIX}:{${namespace}}:parked`;
