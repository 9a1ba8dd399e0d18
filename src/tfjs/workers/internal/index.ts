/** Exports for the sampler and the learner only. */
export type {
  Call,
  FromWorker,
  Order,
  SentGradients,
  SentModel,
  SentParameters,
  ToWorker,
  WorkerBackend,
} from './messages.js';
export { openPool, workersSchema } from './worker-count.js';
export { PoolFailure, type PoolWeights, type WorkerPool } from './worker-pool.js';
export type { WorkerThread } from './worker-thread.js';
