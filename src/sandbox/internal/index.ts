/** What other rooms need of sandbox and no user does. */
export type { MechanismName } from '../local/options.js';
export type { LogEntry } from './log.js';
export type { QueueStatus } from '../redis/queue-status.js';
export type { Gauge } from '../server/options.js';
