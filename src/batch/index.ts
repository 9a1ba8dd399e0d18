export * from './micro-batches.js';
export * from './mini-batches.js';
export * from './pack-rollouts.js';
export * from './response-mask.js';
export * from './select-sequences.js';
export * from './unpack.js';
