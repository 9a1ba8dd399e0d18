export type { VerifyProgress } from './batch.js';
export type { VerifyRecord } from './grade-records.js';
export { verifyBatch, type VerifyBatchOptions } from './verify-batch.js';
