export * from './jsonl-sink.js';
export * from './metric-catalogue.js';
export * from './metric-record.js';
export { createProgressDisplay, type ProgressDisplay, type ProgressDisplayOptions } from './progress-display.js';
export type { ProgressStream } from './safe-stream.js';
