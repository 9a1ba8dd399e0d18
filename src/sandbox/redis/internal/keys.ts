/**
 * Where things are in Redis. One namespace a trainer: its calls, its results, its parked calls.
 */
const PREFIX = 'rstar2';

/** How long results wait for their producer. */
export const KEEP_RESULTS_SECONDS = 3600;

/** The group that workers read calls as. */
export const GROUP = 'workers';

/** Namespaces that have producers: a sorted set whose scores are the time until which they count as in use. */
export const NAMESPACES = `${PREFIX}:namespaces`;

/** Workers that are alive: members `id slots level mechanism`, scores the time until which they are. */
export const WORKERS = `${PREFIX}:workers`;

/** Calls that wait or run: a stream of `id`, `reply`, `call`. */
export const callsKey = (namespace: string): string => `${PREFIX}:{${namespace}}:calls`;

/** Results for one producer: a stream of `id`, `result`. */
export const resultsKey = (namespace: string, producer: string): string =>
  `${PREFIX}:{${namespace}}:results:${producer}`;

/** Is there while a producer lives. Calls of one that does not are not run. */
export const producerKey = (namespace: string, producer: string): string =>
  `${PREFIX}:{${namespace}}:producer:${producer}`;

/**
 * Cells of the sessions that one worker holds for a namespace: a stream of `reply`, `message`. It lives while its worker
 * says so; a session whose stream is gone is lost.
 */
export const cellsKey = (namespace: string, worker: string): string => `${PREFIX}:{${namespace}}:cells:${worker}`;

/** Parked calls: a stream of `id`, `call`, `reason`, `deliveries`. */
export const parkedKey = (namespace: string): string => `${PREFIX}:{${namespace}}:parked`;

/** The channel on which producers say which calls nobody waits for any more: a JSON array of places in the stream. */
export const cancelChannel = (namespace: string): string => `${PREFIX}:{${namespace}}:cancelled`;
export const CANCEL_PATTERN = cancelChannel('*');

/** @returns The namespace of a channel of cancellations. */
export const namespaceOf = (channel: string): string => channel.slice(`${PREFIX}:{`.length, -'}:cancelled'.length);
