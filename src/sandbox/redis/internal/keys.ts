/**
 * The keys in Redis. Each trainer has a namespace for its calls, its results and its parked calls.
 */
const PREFIX = 'rstar2';

/** How long results wait for their producer. */
export const KEEP_RESULTS_SECONDS = 3600;

/** The consumer group of the workers. */
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

/** Exists while a producer is alive. Calls of a producer that is not are not run. */
export const producerKey = (namespace: string, producer: string): string =>
  `${PREFIX}:{${namespace}}:producer:${producer}`;

/**
 * Cells for the sessions of one worker in a namespace: a stream of `reply`, `message`. The worker renews it; a session whose stream is gone
 * is lost.
 */
export const cellsKey = (namespace: string, worker: string): string => `${PREFIX}:{${namespace}}:cells:${worker}`;

/** Parked calls: a stream of `id`, `call`, `reason`, `deliveries`. */
export const parkedKey = (namespace: string): string => `${PREFIX}:{${namespace}}:parked`;

/** The channel on which producers withdraw calls: a JSON array of ids in the stream. */
export const cancelChannel = (namespace: string): string => `${PREFIX}:{${namespace}}:cancelled`;
export const CANCEL_PATTERN = cancelChannel('*');

/** @returns The namespace of a channel of withdrawals. */
export const namespaceOf = (channel: string): string => channel.slice(`${PREFIX}:{`.length, -'}:cancelled'.length);
